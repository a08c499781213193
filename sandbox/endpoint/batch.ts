import { missingParameter, Refusal, type ErrorItem } from '../http/error.ts'
import { stringify } from '../http/json.ts'
import { json, type Reply } from '../http/reply.ts'
import { endpoint, type Call, type Endpoint } from './endpoint.ts'
import { readJsonParameters, required, text } from './parameter.ts'
import type { Operation } from './write.ts'

/** A batch endpoint, as the file of its entity declares it. */
export interface BatchDefinition {
  path: string
  /** The maximum number of operations in one call. */
  maxItems: number
  /** The parameter with the ID of the row that an operation updates or deletes. */
  idName: string
  operations: { Create?: Operation; Update?: Operation; Delete?: Operation }
}

/**
 * The batch protocol (Ads Management Interface, section 4.1): a JSON array of `{ operation_type, params }`, run in
 * order, which succeeds or fails as a whole. The response repeats the array in `request`. Errors of the whole batch are
 * listed in `errors`, errors of items in `operation_errors`, one list per item.
 */
export function batchEndpoint(definition: BatchDefinition): Endpoint {
  return endpoint({
    method: 'POST',
    path: definition.path,
    quota: 'write',
    json: true,
    parameters: {},
    handle(call) {
      const items = call.request.json
      if (!Array.isArray(items)) return wholeRefused(call, 'Expected an array of operations')
      if (items.length > definition.maxItems)
        return wholeRefused(call, `Expected at most ${definition.maxItems} operations, got ${items.length}`)
      return runAll(items, definition, call)
    },
  })
}

/** Thrown to roll back a batch. */
class Failed extends Error {}

function runAll(items: readonly unknown[], definition: BatchDefinition, call: Call): Reply {
  const request = items.map((item) => echoOf(item, call))
  const data: unknown[] = []
  const faults: ErrorItem[][] = []
  try {
    call.store.atomically(() => {
      for (const item of items) faults.push(runItem(item, definition, call, data))
      if (faults.some((list) => list.length > 0)) throw new Failed()
    })
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return json(400, { operation_errors: operationErrors(faults), request })
  }
  return json(200, { data, request })
}

/** Runs an item and adds its response; returns its errors. */
function runItem(item: unknown, { operations, idName }: BatchDefinition, call: Call, data: unknown[]): ErrorItem[] {
  const { operation_type: type, params } = Object(item) as Record<string, unknown>
  const [, wanted] = Object.entries(operations).find(([name]) => name === type) ?? []
  if (wanted === undefined) return [wrongType(type, operations)]
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return [missingParameter('params')]
  const named = type === 'Create' ? {} : { [idName]: required(text()) }
  const { values: all, given, errors } = readJsonParameters({ ...wanted.parameters, ...named }, params)
  const { [type === 'Create' ? '' : idName]: _, ...values } = all
  if (errors.length > 0) return errors
  try {
    data.push(wanted.run(values, call, type === 'Create' ? '' : (given[idName] as string)))
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.items
    throw error
  }
}

/** The service writes items without errors as empty lists or as null. Here, those after the last error are null. */
function operationErrors(faults: readonly ErrorItem[][]): (ErrorItem[] | null)[] {
  const last = faults.findLastIndex((list) => list.length > 0)
  return faults.map((list, index) => (index > last ? null : list))
}

function wholeRefused(call: Call, message: string): Reply {
  const request = Array.isArray(call.request.json)
    ? call.request.json.map((item) => echoOf(item, call))
    : { params: call.echo }
  return json(400, { errors: [{ code: 'INVALID_PARAMETER', message, parameter: '' }], request })
}

function echoOf(item: unknown, { echo }: Call): unknown {
  const { operation_type, params } = Object(item) as Record<string, unknown>
  return { operation_type, params: { ...Object(params), ...echo } }
}

function wrongType(type: unknown, operations: BatchDefinition['operations']): ErrorItem {
  const parameter = 'operation_type'
  if (type === undefined) return missingParameter(parameter)
  const message = `Expected one of ${Object.keys(operations).join(', ')}, got ${stringify(type)} for ${parameter}`
  return { code: 'INVALID_PARAMETER', message, parameter }
}
