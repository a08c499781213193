import { getNamedType, isRequiredArgument, type GraphQLObjectType, type GraphQLSchema, type GraphQLType } from 'graphql'
import {
  DEMO_ACCOUNT_ID,
  EMPTY_ACCOUNT_ID,
  EURO_ACCOUNT_ID,
  SMALL_ACCOUNT_ID,
  TAILORED_AUDIENCE_ID,
  YEN_ACCOUNT_ID,
} from '../../sandbox/index.ts'
import type { ChooseValue } from './random-document.ts'
import { SANDBOX_NOW } from './sandbox.ts'

/** The fields with a period of stats. */
const OF_STATS = new Set(['stats', 'reach', 'activeEntities'])

/** A document that asks for the IDs of the first entities in each list of the accounts. Random documents are about entities that were met. */
export function documentOfIds(schema: GraphQLSchema): string {
  const field = (type: GraphQLType, name: string) => {
    const named = getNamedType(type)
    return 'getFields' in named ? named.getFields()[name]?.type : undefined
  }
  const lists = Object.values((schema.getType('Account') as GraphQLObjectType).getFields()).filter(({ type, args }) => {
    const nodes = field(type, 'nodes')
    return nodes && field(nodes, 'id') && !args.some(isRequiredArgument)
  })
  return `{ accounts { nodes { id ${lists.map(({ name }) => `${name}(first: 5) { nodes { id } }`).join(' ')} } } }`
}

/** What random documents over the sandbox ask for: `met` has the global IDs of earlier answers, by type, which `meet` adds. */
export function askSandbox(random: () => number, known?: ReadonlyMap<string, string[]>) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const text = (value: string) => JSON.stringify(value)

  const met = new Map<string, string[]>(
    known ?? [
      [
        'Account',
        [DEMO_ACCOUNT_ID, SMALL_ACCOUNT_ID, EMPTY_ACCOUNT_ID, EURO_ACCOUNT_ID, YEN_ACCOUNT_ID].map(
          (id) => `Account:${id}`,
        ),
      ],
    ],
  )

  function meet(answer: unknown): void {
    for (const [, id, type] of JSON.stringify(answer).matchAll(/"(([A-Z][A-Za-z]+):[A-Za-z0-9_:-]+)"/g)) {
      const ids = met.get(type!) ?? []
      if (ids.length < 500 && !ids.includes(id!)) met.set(type!, [...ids, id!])
    }
  }

  const anyId = () => text(pick([...met.values()].flat()))
  const idOf = (type: string) => text(pick(met.get(type) ?? [`${type}:${SMALL_ACCOUNT_ID}:unknown`]))
  const idsOf = (type: string) =>
    `[${Array.from({ length: 1 + Math.floor(random() * 3) }, () => idOf(type)).join(', ')}]`

  /** What to send for arguments whose type alone does not tell. */
  const choose: ChooseValue = (argument, field) => {
    const type = getNamedType(field.type).name.replace(/Connection$/, '')
    switch (argument) {
      case 'first':
        return String(pick([1, 2, 3, 5]))
      case 'after':
      case 'accountId':
        return undefined
      case 'id':
        if (field.name === 'card') return idOf(pick(['ComposableCard', 'LegacyCard', 'PollCard']))
        return field.name === 'node' ? anyId() : idOf(type)
      case 'ids':
        if (field.name === 'nodes') return `[${anyId()}, ${anyId()}]`
        return random() < 0.3 ? idsOf(type) : undefined
      case 'campaignIds':
        return random() < 0.3 ? idsOf('Campaign') : undefined
      case 'campaignId':
        return random() < 0.3 ? idOf('Campaign') : undefined
      case 'lineItemIds':
        return field.name === 'targetingCriteria' || random() < 0.3 ? idsOf('LineItem') : undefined
      case 'fundingInstrumentIds':
        return random() < 0.3 ? idsOf('FundingInstrument') : undefined
      case 'namePrefix':
      case 'words':
        return random() < 0.3 ? text(pick(['s', 'Spring', 'ü', '🎒', 'a b,c'])) : undefined
      case 'sortBy': {
        const [known] = field.args.filter(({ name, type }) => name === 'sortBy' && getNamedType(type).name !== 'SortBy')
        const attribute = known ? 'CREATED_AT' : '"createdAt"'
        return random() < 0.3 ? `{ field: ${attribute}, direction: ${pick(['ASC', 'DESC'])} }` : undefined
      }
      case 'locale':
        return text(pick(['en-US', 'ja-JP']))
      case 'countryCode':
        return random() < 0.3 ? text(pick(['US', 'DE'])) : undefined
      case 'uris':
        return `[${text(`card://${idOf('ComposableCard').split(':')[2]!.slice(0, -1)}`)}]`
      case 'postIds':
        return idsOf('PublishedPost')
      case 'cardUris':
        return random() < 0.3 ? '["card://1", "card://2"]' : undefined
      case 'lang':
        return random() < 0.3 ? text(pick(['en', 'de', 'ja'])) : undefined
      case 'currency':
        return random() < 0.3 ? text(pick(['USD', 'EUR', 'XXX'])) : undefined
      case 'countryCodes':
        return `[${text(pick(['US', 'JP', 'ZZ']))}]`
      case 'keywords':
        return `[${text(pick(['coffee', 'ヘッドホン', '50% off!']))}, "🥐"]`
      case 'startTime':
        if (OF_STATS.has(field.name))
          return text(pick(['2026-05-04', '2026-05-25', '2026-05-26T00:00:00Z', '2026-05-31T22:00:00Z']))
        if (field.name === 'history') return '"2026-01-01T00:00:00Z"'
        return text(new Date(Date.parse(SANDBOX_NOW) - pick([1, 3, 6]) * 86_400_000).toISOString())
      case 'endTime':
        if (OF_STATS.has(field.name)) return text(pick(['2026-05-28', '2026-06-01', '2026-06-01T00:00:00+02:00']))
        return field.name === 'history' ? '"2026-06-02T00:00:00Z"' : undefined
      case 'entityId':
        return anyId()
      case 'userId':
        return text(pick(['1000000001', '9007199254740993']))
      case 'grantedAccountIds':
        return random() < 0.3 ? idsOf('Account') : undefined
      case 'tailoredAudienceId':
        return text(TAILORED_AUDIENCE_ID)
      case 'input':
        return pick([
          '{ targetingCriteria: [{ targetingType: LANGUAGE, targetingValue: "en" }] }',
          '{ targetingCriteria: [{ targetingType: AGE, targetingValue: "AGE_OVER_50" }], operatorType: EQ }',
        ])
      default:
        return undefined
    }
  }

  return { choose, meet, met }
}
