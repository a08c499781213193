import { getNamedType, getNullableType, isInputObjectType, isObjectType, type GraphQLInputObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/graph.ts'
import {
  declaredOf,
  isSingle,
  moneyOf,
  operationTypeOf,
  unrepeatable,
  type Declared,
} from '../../../src/schema/write/declared.ts'
import { writesIn } from '../../support/schema.ts'

interface Write {
  name: string
  does: Declared
  input: GraphQLInputObjectType | undefined
}

/** What each mutation, and each kind of operation of a batch, does, and its input. */
const writes = writesIn(schema).flatMap((field): Write[] => {
  const does = declaredOf(field)
  const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type)
  if (!does) return []
  if (isSingle(does)) return [{ name: field.name, does, input: isInputObjectType(input) ? input : undefined }]
  return Object.entries(does).map(([kind, each]) => {
    const member = getNamedType(operationTypeOf(field)?.getFields()[kind]?.type)
    return { name: `${field.name}.${kind}`, does: each, input: isInputObjectType(member) ? member : undefined }
  })
})

const UPLOADS: ReadonlySet<string> = new Set(['updateCustomAudienceUsers', 'updateDoNotReachListUsers'])

describe('what a mutation declares', () => {
  it('is there for every mutation, and for each kind of operation of a batch', () => {
    const kinds = writesIn(schema).flatMap((field) => {
      const operation = operationTypeOf(field)
      // The operations of an upload are parts of one change of its audience.
      if (!operation?.isOneOf || UPLOADS.has(field.name)) return [field.name]
      return Object.keys(operation.getFields()).map((kind) => `${field.name}.${kind}`)
    })

    expect(new Set(writes.map(({ name }) => name))).toEqual(new Set(kinds))
  })

  it.each(writes)('fits the schema: $name', ({ does: { action, type, id, money = {}, parent }, input }) => {
    const fields = input?.getFields() ?? {}
    // The interface has no endpoint for tailored audiences, so they are only parents.
    const names = [type, parent?.type].filter((name) => name !== 'TailoredAudience')
    const types = names.flatMap((name) => (name === undefined ? [] : schema.getType(name)))
    const idFields = [id, parent?.id].flatMap((name) => (name === undefined ? [] : fields[name]))
    // Tokens, which have no ID, are deleted too.
    const hasId = action !== 'CREATE' && !type.endsWith('Token')

    expect(types.every((each) => isObjectType(each))).toBe(true)
    expect(idFields.map((field) => getNamedType(field?.type)?.name)).toEqual(idFields.map(() => 'ID'))
    expect(id !== undefined).toBe(hasId)
    expect(new Set(Object.keys(money))).toEqual(
      new Set(Object.keys(fields).filter((name) => name.endsWith('LocalMicro'))),
    )
  })

  it('decides which mutations take an idempotency key', () => {
    const keyed = writesIn(schema).filter(({ args }) => args.some(({ name }) => name === 'idempotencyKey'))
    const others = keyed.filter(
      (field) => !writes.some(({ name, does }) => name.split('.')[0] === field.name && does.action === 'CREATE'),
    )

    expect(new Set(keyed)).toEqual(new Set(writesIn(schema).filter((field) => unrepeatable(declaredOf(field)!))))
    // It sends a notification, and creates nothing.
    expect(others.map(({ name }) => name)).toEqual(['sendDraftPostPreview'])
  })

  it('has the names of columns for money', () => {
    const columns = writes.flatMap(({ does }) => {
      const type = schema.getType(does.type)
      return moneyOf(schema, does.type).map((name) => isObjectType(type) && type.getFields()[name]?.name === name)
    })

    expect(columns.length).toBeGreaterThan(0)
    expect(columns).not.toContain(false)
  })

  it('has every input field in micros, which is no list, however deep it is', () => {
    const declared = writes.flatMap(({ input, does }) =>
      Object.keys(does.money ?? {}).map((name) => `${input?.name}.${name}: Long`),
    )
    const inMicros = Object.values(schema.getTypeMap())
      .filter((type) => isInputObjectType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => /LocalMicro$|\bmicros\b/i.test(`${field.description} ${field.name}`))

    expect(new Set(declared)).toEqual(
      new Set(inMicros.map(({ type, field }) => `${type.name}.${field.name}: ${String(getNullableType(field.type))}`)),
    )
  })
})
