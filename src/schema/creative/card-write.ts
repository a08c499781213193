import { createCard, deleteCard, updateCard, type CardParams } from '../../rest/creative/card.ts'
import {
  accountField,
  builder,
  Check,
  CREATIVE_EDITORS,
  decide,
  deleteField,
  type InputFields,
  inputType,
  length,
  notNull,
  ownAccountField,
  ownId,
  rulesFor,
  type Stored,
  UNKNOWN,
  writeField,
} from '../kit.ts'
import { ComposableCard } from './card.ts'
import { ComponentInput, componentParams } from './component-input.ts'
import { inLibrary, mediaKey } from './library.ts'

/** The content of a card: either components or slides (R-CARD-3). */
const partFields = (t: InputFields) => ({
  ...t.optional({
    components: [
      [ComponentInput],
      'The components of the card, in order. Cannot be combined with `slides` (R-CARD-3).',
    ],
  }),
  slides: t.field({
    type: t.listRef(t.listRef(ComponentInput, { required: true }), { required: true }),
    description:
      'The slides of a card with several destinations, in order. Each slide has the components of a whole card. ' +
      'Cannot be combined with `components` (R-CARD-3).',
  }),
})

const UpdateCardInput = inputType(
  'UpdateCardInput',
  'Changes to a composable card. Each field that is set replaces the whole value of the card (R-CARD-8). Fields ' +
    'cannot be removed.',
  (t) => ({
    cardId: t.id(ownId),
    ...ownAccountField(t),
    ...t.optional({
      name: 'The name of the card, 1 to 80 characters (R-CARD-3).',
    }),
    ...partFields(t),
  }),
)

type CardInput = Partial<typeof UpdateCardInput.$inferInput>

/** The write of a composable card: its parameters, and the rule that its media items are in the library. */
function cardWrite(check: Check<CardInput>, account: string) {
  const params = cardParams(check, account)
  const keys = mediaKeysIn(params)
  const field = check.input.slides ? 'slides' : 'components'
  return {
    params,
    dependsOn: keys.map((key) => mediaKey(account, key)),
    review(stored: Stored) {
      if (keys.length > 0) decide(check, [inLibrary(account, field, keys, stored)])
    },
    fieldOf: () => field,
  }
}

const rule = rulesFor<CardInput>()

/** The rules for the fields of a composable card. */
const RULES = [
  ...notNull('R-CARD-3', 'name'),
  ...length('R-CARD-3', 'name', { min: 1, max: 80 }),
  rule(
    'R-CARD-3',
    ['slides'],
    ({ slides, components }) => !slides || !components,
    'cannot be combined with `components`',
  ),
  // The documents do not say which components can be combined.
  rule('R-CARD-4', ['components', 'slides'], ({ components, slides }) => (!components && !slides) || UNKNOWN),
  rule('R-CARD-3', ['components'], ({ components }) => components?.length !== 0, 'is empty'),
  rule(
    'R-CARD-3',
    ['slides'],
    ({ slides }) => slides === null || (slides.length > 0 && slides.every((slide) => slide.length > 0)),
    'is empty',
  ),
]

const CREATION_RULES = [
  rule(
    'R-CARD-3',
    ['components'],
    (card) => Boolean(card.components) || Boolean(card.slides),
    'is required if `slides` is not set',
  ),
]

/** Validates the writable fields of a composable card and returns them as request parameters. */
function cardParams(check: Check<CardInput>, account: string): CardParams {
  const { name, components, slides } = check.input
  decide(check, RULES)
  const slideChecks = check.each('slides', slides ?? [])
  const params: CardParams = {
    ...(name && { name }),
    ...(components && {
      components: check.each('components', components).map((part) => componentParams(part, account)),
    }),
    ...(slides && {
      slides: slideChecks.map(({ input: slide, path }) =>
        slide.map((part, index) => componentParams(new Check(part, [...path, String(index)], check), account)),
      ),
    }),
  }
  return params
}

function mediaKeysIn({ components = [], slides = [] }: CardParams): string[] {
  return [components, ...slides].flat().flatMap(({ media_key, media_keys }) => media_keys ?? media_key ?? [])
}

builder.mutationFields((t) => ({
  createCard: writeField(t, {
    row: ComposableCard,
    field: 'card',
    endpoint: createCard,
    does: { action: 'CREATE', recognized: { isSorted: true } },
    editors: CREATIVE_EDITORS,
    description:
      'Creates a composable card. Posts refer to it by its URI. With `validateOnly`, its media items are read, one ' +
      'call each.',
    input: inputType(
      'CreateCardInput',
      'A new composable card. It needs either `components` or `slides` (R-CARD-3).',
      (t) => ({
        ...accountField(t),
        ...t.required({
          name: 'The name of the card, 1 to 80 characters (R-CARD-3).',
        }),
        ...partFields(t),
      }),
    ),
    prepare(check) {
      const account = check.ids.account()
      decide<CardInput>(check, CREATION_RULES)
      return cardWrite(check, account)
    },
  }),

  updateCard: writeField(t, {
    row: ComposableCard,
    field: 'card',
    endpoint: updateCard,
    does: { action: 'UPDATE', id: 'cardId' },
    editors: CREATIVE_EDITORS,
    description:
      'Updates a composable card in all posts that show it. With `validateOnly`, the media items in the input are ' +
      'read, one call each.',
    input: UpdateCardInput,
    prepare(check) {
      const { account } = check.ids.changed('cardId', 'ComposableCard')
      decide(check, notNull('R-CARD-3', 'components', 'slides'))
      return cardWrite(check, account)
    },
  }),

  deleteCard: deleteField(t, {
    row: ComposableCard,
    field: 'card',
    endpoint: deleteCard,
    editors: CREATIVE_EDITORS,
    description: 'Deletes a composable card. After that it is returned only if `withDeleted` is true.',
  }),
}))
