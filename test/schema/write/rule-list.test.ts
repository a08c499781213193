import { getNamedType, isNonNullType, type GraphQLInputObjectType } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { RULES } from '../../../reference/index.ts'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { schema } from '../../../src/graph.ts'
import { useSandboxGraph } from '../../support/graph.ts'
import { valuesIn } from '../../support/input-values.ts'
import { seededRandom } from '../../support/random-document.ts'
import { inputDrawer, type RandomInput } from '../../support/random-input.ts'

const UPDATES = [
  'updateCampaign',
  'updateLineItem',
  'updateCustomAudience',
  'updateCard',
  'updateMedia',
  'updateDraftPost',
  'updateImageConversationCard',
]

/** The rules that a description quotes for another field or another mutation. */
const QUOTED_FOR_ANOTHER = [
  ['updateLineItem entityStatus', 'R-LI-13'],
  ['updateCustomAudience description', 'R-AUD-1'],
  ['updateImageConversationCard thankYouUrl', 'R-CARD-14'],
]

const isChecked = (rule: string) => RULES[rule]?.kinds.split(' ').includes('V')

/** The fields of updates whose descriptions quote rules that are checked here, each with these rules. */
const fields = UPDATES.flatMap((mutation) => {
  const args = schema.getMutationType()!.getFields()[mutation]!.args
  const type = getNamedType(args.find(({ name }) => name === 'input')!.type) as GraphQLInputObjectType
  return Object.values(type.getFields()).flatMap(({ name, type: ofField, description }) => {
    const isForAnother = (rule: string) =>
      QUOTED_FOR_ANOTHER.some((quoted) => quoted.join(' ') === `${mutation} ${name} ${rule}`)
    const quoted = description?.match(/R-[A-Z]+-\d+/g) ?? []
    const rules = quoted.filter((rule) => isChecked(rule) && !isForAnother(rule))
    return isNonNullType(ofField) || rules.length === 0 ? [] : [{ mutation, type, field: name, rules: new Set(rules) }]
  })
})

const graph = useSandboxGraph()
let draw: (type: GraphQLInputObjectType) => RandomInput
beforeAll(() => {
  draw = inputDrawer({ random: seededRandom(5), valuesOf: valuesIn(graph.sandbox.store), shapes: {} }).good
})

describe('each rule that the description of a field quotes', () => {
  it.each(fields)('is in exactly one list if $mutation changes $field', async ({ mutation, type, field, rules }) => {
    const required = Object.values(type.getFields()).filter((each) => isNonNullType(each.type))
    let input: RandomInput = {}
    while (input[field] === undefined) input = draw(type)
    const names = [...required.map(({ name }) => name), 'accountId', field]
    const account = DEMO_ACCOUNT_ID
    const { data } = await graph.query<Record<string, { validation: { checked: string[]; unchecked: string[] } }>>(
      `mutation ($input: ${type.name}!) { ${mutation}(input: $input, validateOnly: true) { validation { checked unchecked } } }`,
      {
        input: {
          ...Object.fromEntries(names.flatMap((name) => (name in input ? [[name, input[name]]] : []))),
          accountId: account,
        },
      },
    )
    const { checked, unchecked } = data[mutation]!.validation
    const lists = [...rules].map((rule) => [rule, [checked, unchecked].filter((list) => list.includes(rule)).length])

    expect(Object.fromEntries(lists)).toEqual(Object.fromEntries([...rules].map((rule) => [rule, 1])))
  })
})
