import {
  getNamedType,
  GraphQLNonNull,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { DOCUMENTED, ENDPOINTS, ENUMERATIONS, OBJECTS, ROWS, type Names } from '../../reference/index.ts'
import { schema } from '../../src/graph.ts'
import { costOf } from '../../src/schema/cost/cost.ts'
import { camelCase } from '../../src/schema/wire-name.ts'
import { sentBy, type Sent } from '../support/sent-by.ts'
import exceptions from './exceptions.json' with { type: 'json' }

const sent: Readonly<Record<string, Sent>> = sentBy(schema)
const endpoints = Object.entries(ENDPOINTS).map(([name, names]): [string, Names & Sent] => [
  name,
  { ...names, ...sent[name]! },
])
const objects = Object.entries(OBJECTS)
const types = Object.entries(ROWS)
const enums = Object.entries(ENUMERATIONS)

/** Why something differs from the documents, or also the name that it has in the graph, or the prefix that it lacks there. */
type Exception = string | { name: string; reason: string } | { prefix: string; reason: string }
type ExceptionList = keyof typeof exceptions

/** The exceptions that apply to something, as `<list> <key>`. */
const applied = new Set<string>()

/** The exception for a coordinate, or for its first or last part, wherever that occurs. */
function exceptionOf(list: ExceptionList, coordinate: string): Exception | undefined {
  const entries: Record<string, Exception> = exceptions[list]
  const parts = coordinate.split(/[ .]/)
  const key = [coordinate, parts.at(-1)!, parts[0]!].find((name) => entries[name] !== undefined)
  if (key === undefined) return undefined
  applied.add(`${list} ${key}`)
  return entries[key]
}

/** The name in the graph of a parameter or a column. */
function nameOf(list: 'argumentNames' | 'fieldNames', coordinate: string, wireName: string): string {
  const exception = exceptionOf(list, coordinate)
  if (typeof exception !== 'object') return camelCase(wireName)
  return 'name' in exception ? exception.name : camelCase(wireName.replace(exception.prefix, ''))
}

/** The coordinates of the first list that are not in the second, and are no exceptions. */
function without(coordinates: Iterable<string>, others: Iterable<string>, list: ExceptionList): string[] {
  const known = new Set(others)
  return [...new Set(coordinates)].filter((coordinate) => !known.has(coordinate) && !exceptionOf(list, coordinate))
}

/** What a connection has in addition if its list has no pages at the service. */
const PAGE_ARGUMENTS = ['first', 'after', 'totalCount']

function isBeyond(element: { extensions: object } | undefined): boolean {
  const { directives = {} } = (element?.extensions ?? {}) as { directives?: object }
  return 'beyondDocuments' in directives
}

const schemaTypes = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const objectTypes = new Map(schemaTypes.filter((type) => isObjectType(type)).map((type) => [type.name, type]))
const inputTypes = new Map(schemaTypes.filter((type) => isInputObjectType(type)).map((type) => [type.name, type]))
const enumTypes = new Map(schemaTypes.filter((type) => isEnumType(type)).map((type) => [type.name, type]))

/** The field at a coordinate like `Query.campaign`. */
function fieldAt(coordinate: string): GraphQLField<unknown, unknown> {
  const [type = '', field = ''] = coordinate.split('.')
  return objectTypes.get(type)!.getFields()[field]!
}

/** The input type of the argument `input`, if a field has one. */
function inputOf(field: string) {
  const argument = fieldAt(field).args.find(({ name }) => name === 'input')
  return argument && inputTypes.get(getNamedType(argument.type).name)
}

type GivenArgument = Pick<GraphQLInputField, 'type' | 'extensions' | 'defaultValue'>

/** The arguments of a field by name. The fields of `input` and of the items of a list stand for the argument. */
function argumentsOf(field: string, items = ''): Map<string, GivenArgument> {
  const own = fieldAt(field).args.filter(({ name }) => name !== 'input')
  const inputs = [inputOf(field), ...changesOf(items)].flatMap((type) => Object.values(type?.getFields() ?? {}))
  const named = [...own, ...inputs].map((argument): [string, GivenArgument] => [argument.name, argument])
  // Which field of an operation is set says its type.
  return new Map([...named, ...(items === '' ? [] : [['operationType', OPERATION_TYPE] as const])])
}

/** What the operations of a batch have for the parameter `operation_type`. */
const OPERATION_TYPE: GivenArgument = {
  type: new GraphQLNonNull(GraphQLString),
  extensions: {},
  defaultValue: undefined,
}

/** The input types of the changes that an operation of a batch can make. */
function changesOf(operation: string) {
  return Object.values(inputTypes.get(operation)?.getFields() ?? {}).map(({ type }) => {
    return inputTypes.get(getNamedType(type).name)!
  })
}

describe('the parameters', () => {
  /** Every parameter with its argument, unless it has none. */
  const documented = endpoints.flatMap(([endpoint, { fields, input, ids, documents, service = [] }]) =>
    [...documents, ...service].flatMap((parameter) => {
      const name = parameter.replace('!', '')
      const coordinate = `${endpoint} ${name}`
      if (exceptionOf('withoutArgument', coordinate)) return []
      const argument = name === ids ? 'ids' : nameOf('argumentNames', coordinate, name)
      return {
        endpoint,
        fields,
        input,
        argument,
        isRequired: parameter.endsWith('!'),
        isOnlyLive: service.includes(parameter),
      }
    }),
  )
  const ofObjects = objects.flatMap(([object, { documents, service = [] }]) =>
    [...documents, ...service].map((parameter) => {
      const field = camelCase(parameter.replace('!', ''))
      return { coordinate: `${object}.${field}`, field, object, isRequired: parameter.endsWith('!') }
    }),
  )

  it('are sent by a field, for every endpoint', () => {
    expect(Object.keys(sent).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted())
    expect(Object.entries(sent).flatMap(([name, { fields }]) => (fields.length === 0 ? [name] : []))).toEqual([])
  })

  it('are arguments of the fields that send them, and no argument is anything else', () => {
    const wanted = documented.map(({ endpoint, argument }) => `${endpoint} ${argument}`)
    const inPath = endpoints.flatMap(([endpoint]) => {
      const names = Array.from(endpoint.matchAll(/:(\w+)/g), ([, name]) => nameOf('argumentNames', name!, name!))
      return [...names, ...(/^GET .*:\w+$/.test(endpoint) ? ['id'] : [])].map((name) => `${endpoint} ${name}`)
    })
    const given = endpoints.flatMap(([endpoint, { fields, input }]) =>
      fields.flatMap((field) => {
        const { name } = getNamedType(fieldAt(field).type)
        const isCounted = name.endsWith('Connection') && 'totalCount' in objectTypes.get(name)!.getFields()
        const names = [...argumentsOf(field, input).keys(), ...(isCounted ? ['totalCount'] : [])]
        return names.map((argument) => `${endpoint} ${argument}`)
      }),
    )
    const ofPages = endpoints.flatMap(([endpoint]) =>
      exceptionOf('withoutPages', endpoint) ? PAGE_ARGUMENTS.map((argument) => `${endpoint} ${argument}`) : [],
    )

    expect(without(wanted, given, 'withoutArgument')).toEqual([])
    expect(without(given, [...wanted, ...inPath, ...ofPages], 'ownArguments')).toEqual([])
  })

  it('of the objects in a body are the fields of their input types', () => {
    const given = objects.flatMap(([object]) =>
      Object.keys(inputTypes.get(object)?.getFields() ?? {}).map((field) => `${object}.${field}`),
    )

    expect(given.toSorted()).toEqual(ofObjects.map(({ coordinate }) => coordinate).toSorted())
  })

  it('are required where the documents require them, and nowhere else', () => {
    const required = [
      ...documented.map(({ fields: [main = ''], argument, input, isRequired }) => {
        return { coordinate: `${main}.${argument}`, isRequired, given: argumentsOf(main, input).get(argument) }
      }),
      ...ofObjects.map(({ coordinate, field, object, isRequired }) => {
        return { coordinate, isRequired, given: inputTypes.get(object)?.getFields()[field] }
      }),
    ]
    const isNeeded = ({ type, defaultValue }: GivenArgument) => isNonNullType(type) && defaultValue === undefined
    const different = required.filter(({ isRequired, given }) => given && isNeeded(given) !== isRequired)

    expect(
      without(
        different.map(({ coordinate }) => coordinate),
        [],
        'required',
      ),
    ).toEqual([])
  })

  it('beyond the documents carry the directive', () => {
    const silent = documented
      .filter(({ isOnlyLive }) => isOnlyLive)
      .flatMap(({ fields, argument, input }) => fields.map((field) => ({ field, argument, input })))
      .filter(
        ({ field, input = '' }) =>
          !isBeyond(fieldAt(field)) && !isBeyond(inputOf(field)) && !isBeyond(inputTypes.get(input)),
      )
      .filter(({ field, argument, input }) => !isBeyond(argumentsOf(field, input).get(argument)))
      .filter(({ field, argument }) => !exceptionOf('notMarked', `${field} ${argument}`))

    expect(silent).toEqual([])
  })

  it('of the documents carry no directive, and neither do their fields and inputs', () => {
    const endpointNames = new Set(DOCUMENTED)
    const marked = [
      ...endpoints
        .filter(([endpoint]) => endpointNames.has(endpoint))
        .flatMap(
          ([
            ,
            {
              fields: [main = ''],
            },
          ]) => {
            return [{ coordinate: main, element: fieldAt(main) }]
          },
        ),
      ...documented
        .filter(({ isOnlyLive }) => !isOnlyLive)
        .flatMap(({ fields: [main = ''], argument, input = '' }) => [
          { coordinate: `${main}.${argument}`, element: argumentsOf(main, input).get(argument) },
          { coordinate: `${main}.input`, element: fieldAt(main).args.find(({ name }) => name === 'input') },
          { coordinate: `the input of ${main}`, element: inputOf(main) },
        ]),
    ].filter(({ element }) => isBeyond(element))

    expect([...new Set(marked.map(({ coordinate }) => coordinate))]).toEqual([])
  })

  it('of every field and of every input type are listed', () => {
    const withArguments = [...objectTypes.values()].flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ args }) => args.length > 0)
        .map((field) => `${type.name}.${field.name}`),
    )
    const listed = endpoints.flatMap(([, { fields }]) => fields)
    const inputs = endpoints.flatMap(([, { fields, input = '' }]) => [
      input,
      ...changesOf(input).map(({ name }) => name),
      ...fields.flatMap((field) => fieldAt(field).args.map(({ type }) => getNamedType(type).name)),
    ])

    expect(without(withArguments, listed, 'ownArguments')).toEqual([])
    expect(without(inputTypes.keys(), [...inputs, ...objects.map(([object]) => object)], 'ownArguments')).toEqual([])
  })
})

describe('the response fields', () => {
  /** Every column with its field, unless it has none. */
  const documented = types.flatMap(([type, { documents, service = [] }]) =>
    [...documents, ...service].flatMap((column) => {
      const coordinate = `${type}.${column}`
      if (exceptionOf('withoutField', coordinate)) return []
      const field = nameOf('fieldNames', coordinate, column)
      return { coordinate: `${type}.${field}`, type, field, isOnlyLive: service.includes(column) }
    }),
  )
  const wanted = documented.map(({ coordinate }) => coordinate)

  /** The object types whose fields can be columns: not those that Relay, mutations and federation add. */
  const withColumns = [...objectTypes.values()].filter(
    ({ name }) => name in ROWS || !/(Connection|Edge|Payload)$|^(Query|Mutation)$/.test(name),
  )

  it('are fields of their type, and no other field shows a column', () => {
    const fields = withColumns.flatMap((type) => {
      const ofPayloads = type.getInterfaces().filter((one) => isInterfaceType(one) && one.name.endsWith('Payload'))
      return Object.values(type.getFields())
        .filter(({ name }) => !ofPayloads.some((one) => name in one.getFields()))
        .map(({ name, extensions }) => ({
          coordinate: `${type.name}.${name}`,
          isColumn: costOf(extensions) === undefined,
        }))
    })
    // A field with a cost reads other rows.
    const columns = fields.filter(({ isColumn }) => isColumn)

    expect(
      without(
        wanted,
        fields.map(({ coordinate }) => coordinate),
        'withoutField',
      ),
    ).toEqual([])
    expect(
      without(
        columns.map(({ coordinate }) => coordinate),
        wanted,
        'ownFields',
      ),
    ).toEqual([])
  })

  it('beyond the documents carry the directive', () => {
    const inDocuments = new Set(documented.flatMap(({ coordinate, isOnlyLive }) => (isOnlyLive ? [] : coordinate)))
    const silent = documented
      .filter(({ coordinate, type }) => !inDocuments.has(coordinate) && !isBeyond(objectTypes.get(type)))
      .filter(({ coordinate }) => !isBeyond(fieldAt(coordinate)))

    expect(silent.map(({ coordinate }) => coordinate)).toEqual([])
  })

  it('of the documents carry no directive, and neither do their types', () => {
    const marked = documented
      .filter(({ isOnlyLive }) => !isOnlyLive)
      .flatMap(({ coordinate, type }) => [
        { coordinate, element: fieldAt(coordinate) },
        { coordinate: type, element: objectTypes.get(type) },
      ])
      .filter(({ element }) => isBeyond(element))

    expect([...new Set(marked.map(({ coordinate }) => coordinate))]).toEqual([])
  })
})

describe('the enumerations', () => {
  const documented = enums.flatMap(([name, { documents, service = [] }]) =>
    [...documents, ...service].map((value) => ({ name, value, isOnlyLive: service.includes(value) })),
  )

  it('have all values, and no other', () => {
    const wanted = documented.map(({ name, value }) => `${name}.${value}`)
    const ofEnums = [...enumTypes.values()].flatMap((type) =>
      type.getValues().map(({ name }) => `${type.name}.${name}`),
    )
    const ofOperations = endpoints.flatMap(([, { input = '' }]) =>
      Object.keys(inputTypes.get(input)?.getFields() ?? {}).map(
        (name) => `${input}.${name[0]!.toUpperCase()}${name.slice(1)}`,
      ),
    )
    const given = [...ofEnums, ...ofOperations]

    expect(without(wanted, given, 'withoutEnum')).toEqual([])
    expect(without(given, wanted, 'ownValues')).toEqual([])
  })

  it('beyond the documents carry the directive', () => {
    const silent = documented.filter(({ name, value, isOnlyLive }) => {
      const type = enumTypes.get(name)
      const own = type?.getValue(value)
      return isOnlyLive && own && !isBeyond(type) && !isBeyond(own)
    })

    expect(silent).toEqual([])
  })

  it('of the documents carry no directive, and neither do their types', () => {
    const marked = documented
      .filter(({ isOnlyLive }) => !isOnlyLive)
      .flatMap(({ name, value }) => [
        { coordinate: `${name}.${value}`, element: enumTypes.get(name)?.getValue(value) ?? undefined },
        { coordinate: name, element: enumTypes.get(name) },
      ])
      .filter(({ element }) => isBeyond(element))

    expect([...new Set(marked.map(({ coordinate }) => coordinate))]).toEqual([])
  })
})

describe('the exceptions', () => {
  it('all apply to something', () => {
    const listed = Object.entries(exceptions).flatMap(([list, entries]) => {
      return Object.keys(entries).map((key) => `${list} ${key}`)
    })

    expect(listed.filter((exception) => !applied.has(exception))).toEqual([])
  })
})
