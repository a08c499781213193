import {
  batchCustomAudiences,
  createCustomAudience,
  deleteCustomAudience,
  listCustomAudiences,
  MAX_CUSTOM_AUDIENCE_OPERATIONS,
  updateCustomAudience,
  type CustomAudienceParams,
  type FlexibleAudienceParams,
} from '../../rest/audience/custom-audience.ts'
import {
  AUDIENCE_EDITORS,
  batchField,
  builder,
  type Change,
  type Check,
  decide,
  type Recognition,
  type Stored,
  writeField,
} from '../kit.ts'
import { batchOf } from '../write/entity-batch.ts'
import { toParams } from '../write/params.ts'
import { storedIn } from '../write/rule.ts'
import { CustomAudience } from './custom-audience.ts'
import {
  CreateCustomAudienceInput,
  UpdateCustomAudienceInput,
  DeleteCustomAudienceInput,
  BatchCustomAudiencesInput,
  type CustomAudienceInput,
  type FlexibleCreation,
} from './custom-audience-input.ts'
import {
  audienceKey,
  checkShared,
  FLEXIBLE_RULES,
  isOwn,
  isQuery,
  type Leaf,
  leafRule,
  NAME_RULES,
  nameRule,
  namesakesKey,
  segmentParams,
  withLowercaseIds,
} from './custom-audience-rules.ts'

/** How a new audience is recognized. Its segments are not compared: rows show them in another form. */
const NEW_AUDIENCE: Recognition = {
  filter: ([only, ...others]) => (only && others.length === 0 && isQuery(only.name) ? { q: only.name } : {}),
  shownBy: { segments: null },
}

builder.mutationFields((t) => ({
  createCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: createCustomAudience,
    does: { action: 'CREATE', recognized: NEW_AUDIENCE },
    editors: AUDIENCE_EDITORS,
    description:
      'Creates a custom audience. It cannot be targeted yet: `reasonsNotTargetable` has PROCESSING and TOO_SMALL, and ' +
      '`audienceSize` is null (R-AUD-2). With `validateOnly`, the names of the other audiences are read (R-AUD-1).',
    input: CreateCustomAudienceInput,
    prepare: (check) => ({
      ...creation(check, check.ids.account('accountId'), customAudienceParams(check)),
      // The only documented refusal without a parameter is for a name that is taken.
      fieldOf: () => 'name',
    }),
  }),

  updateCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: updateCustomAudience,
    does: { action: 'UPDATE', id: 'customAudienceId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Changes the name and description of a custom audience. An audience of another account can be changed if it is ' +
      'shared with READ_WRITE. With `validateOnly`, the audience and the names of the other audiences are read (R-AUD-1).',
    input: UpdateCustomAudienceInput,
    prepare: (check) => ({ ...update(check), fieldOf: () => 'name' }),
  }),

  deleteCustomAudience: writeField(t, {
    row: CustomAudience,
    endpoint: deleteCustomAudience,
    does: { action: 'DELETE', id: 'customAudienceId' },
    editors: AUDIENCE_EDITORS,
    description:
      'Deletes a custom audience of the account. A deleted audience is returned only with `withDeleted`. Deleting it ' +
      'again fails with NOT_FOUND.',
    input: DeleteCustomAudienceInput,
    prepare: deletion,
  }),

  batchCustomAudiences: batchField(t, {
    payload: [
      'BatchCustomAudiencesPayload',
      'customAudiences',
      CustomAudience,
      'The result of a batch of custom audiences.',
      'The audiences as the service returned them, in the order of the operations. An item is null if nothing was changed.',
    ],
    endpoint: batchCustomAudiences,
    does: {
      create: { action: 'CREATE', recognized: NEW_AUDIENCE },
      update: { action: 'UPDATE', id: 'customAudienceId' },
      delete: { action: 'DELETE', id: 'customAudienceId' },
    },
    editors: AUDIENCE_EDITORS,
    maxItems: MAX_CUSTOM_AUDIENCE_OPERATIONS,
    description:
      `Creates, changes and deletes custom audiences. A call takes up to ${MAX_CUSTOM_AUDIENCE_OPERATIONS} operations, and ` +
      'succeeds or fails as a whole. Closed beta, and only for flexible audiences that are built from mobile audiences ' +
      '(R-AUD-5). With `validateOnly`, the names and audiences that the rules depend on are read.',
    input: BatchCustomAudiencesInput,
    prepare: (check) =>
      batchOf(check, batchCustomAudiences, 'R-AUD-5', { create: flexibleCreation, update, delete: deletion }),
  }),
}))

/** The parameters to send for a custom audience. */
function customAudienceParams({ input: { name, description } }: Check<CustomAudienceInput>): CustomAudienceParams {
  return toParams({ name, description })
}

/** The creation of an audience with these parameters, whose name must be free by then. */
function creation<Params extends CustomAudienceParams>(
  check: Check<CustomAudienceInput>,
  account: string,
  params: Params,
): Change<Params> {
  decide(check, NAME_RULES)
  const namesakes = namesakesKey(account, params.name ?? '')
  return {
    dependsOn: [params.name ? namesakes : undefined],
    review(stored) {
      decide(check, [nameRule(stored.get(namesakes))])
    },
    apply(stored) {
      stored.add(namesakes, listCustomAudiences, params)
      return params
    },
  }
}

/** An update, whose rules rest on nothing that the audience has. */
const UPDATE = storedIn(undefined, {})

/** The update of an audience. If another account owns it, only that account knows which names are free. */
function update(check: Check<CustomAudienceInput & { customAudienceId: string }>): Change<CustomAudienceParams> {
  const { account, id } = check.ids.changed('customAudienceId', 'CustomAudience')
  const params = customAudienceParams(check)
  decide(check, NAME_RULES, UPDATE)
  const { name } = params
  const [key, namesakes] = [audienceKey(account, id), namesakesKey(account, name ?? '')]
  return {
    dependsOn: [key, name ? namesakes : undefined],
    review(stored) {
      const audience = stored.get(key)
      const isOwned = audience && isOwn(account, audience)
      decide(check, [nameRule(isOwned ? stored.get(namesakes) : undefined, id)], UPDATE)
      if (audience && !isOwned) checkShared(check, audience)
    },
    apply(stored) {
      const audience = stored.get(key)
      if (name && audience && isOwn(account, audience)) {
        stored.remove(listCustomAudiences, id)
        stored.add(namesakes, listCustomAudiences, { id, name })
      }
      return params
    },
  }
}

/** The deletion of an audience, after which its name is free. Only its owner can delete it. */
function deletion(check: Check<typeof DeleteCustomAudienceInput.$inferInput>) {
  const { account, id } = check.ids.changed('customAudienceId', 'CustomAudience')
  const key = audienceKey(account, id)
  return {
    dependsOn: [key],
    review(stored: Stored) {
      const audience = stored.get(key)
      if (audience && !isOwn(account, audience))
        check.refuse('customAudienceId', 'is the ID of an audience that another account owns')
    },
    apply(stored: Stored) {
      stored.set(key, null)
      stored.remove(listCustomAudiences, id)
      return {}
    },
  }
}

/** The creation of a mobile audience, or of a flexible audience that combines mobile audiences. */
function flexibleCreation(check: Check<FlexibleCreation>): Change<FlexibleAudienceParams> {
  const account = check.ids.account('accountId')
  const { audienceType, segments } = check.input
  const root = segments && check.within('segments', withLowercaseIds(segments))
  const leaves: Leaf[] = []
  const tree = root ? { segments: segmentParams(root, account, leaves) } : {}
  const type = toParams<FlexibleAudienceParams>({ audienceType: audienceType ?? undefined })
  const {
    dependsOn = [],
    review,
    ...change
  } = creation(check, account, { ...customAudienceParams(check), ...type, ...tree })
  decide(check, FLEXIBLE_RULES)
  return {
    ...change,
    dependsOn: [...dependsOn, ...leaves.map(({ id }) => audienceKey(account, id))],
    review(stored) {
      review?.(stored)
      for (const { check, id } of leaves) decide(check, [leafRule(stored.get(audienceKey(account, id)))])
    },
  }
}
