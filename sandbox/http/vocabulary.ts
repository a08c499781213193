import { isJson, type Reply } from './reply.ts'
import type { Pair, WireRequest } from './request.ts'

/** A word, or an object with the word and what it is used for, as `adgraph vocabulary` prints it. */
type Entry = string | { theirs?: string | null }

type Entries = Readonly<Record<string, Entry>>

/** The words that the service is played with instead of its own, by where they are used. */
export interface VocabularyFile {
  path?: Entries
  parameters?: Entries
  columns?: Entries
  values?: Readonly<Record<string, Entries>>
  headers?: Entries
}

/** Plays the service with other words: translates requests as they arrive, and replies as they leave. */
export interface Vocabulary {
  request(request: WireRequest): WireRequest
  reply(reply: Reply): Reply
  header(name: string): string
}

/** The name under which the values of features are mapped: their answers have no names. */
const FEATURES = 'feature_keys'

/** Creates the vocabulary of a file. */
export function createVocabulary(file: VocabularyFile): Vocabulary {
  const path = new WordPairs(file.path)
  const parameters = new WordPairs(file.parameters)
  const columns = new WordPairs(file.columns)
  const headers = new WordPairs(file.headers)
  const values = new Map(Object.entries(file.values ?? {}).map(([name, words]) => [name, new WordPairs(words)]))

  return { request, reply, header: (name) => headers.outside(name) }

  function request(received: WireRequest): WireRequest {
    // Browsers use the pages of the authorization, which have no words of the interface.
    if (received.headers.authorization === undefined) return received
    return {
      ...received,
      path: received.path
        .split('/')
        .map((segment) => path.inside(segment))
        .join('/'),
      query: received.query.map(readPair),
      form: received.form.map(readPair),
      ...('json' in received && { json: read(received.json, '') }),
      signed: { path: received.path, query: received.query, form: received.form },
    }
  }

  function readPair([name, value]: Pair): Pair {
    const parameter = parameters.inside(name)
    return [parameter, readList(parameter, value)]
  }

  /** A value, or a comma-separated list. */
  function readList(parameter: string, value: string): string {
    return value
      .split(',')
      .map((item) => readItem(parameter, item))
      .join(',')
  }

  function readItem(parameter: string, item: string): string {
    const [, attribute = '', direction = ''] = /^(.*)(-asc|-desc)$/.exec(item) ?? []
    if (parameter === 'sort_by') return attribute === '' ? item : columns.inside(attribute) + direction
    return values.get(parameter)?.inside(item) ?? item
  }

  /** The JSON of a request: its names are names of parameters. */
  function read(value: unknown, name: string): unknown {
    if (typeof value === 'string') return readList(name, value)
    if (Array.isArray(value)) return value.map((item: unknown) => read(item, name))
    if (typeof value !== 'object' || value === null) return value
    return mapped(
      value,
      (key) => parameters.inside(key),
      (key, member) => read(member, parameters.inside(key)),
    )
  }

  function reply(given: Reply): Reply {
    const replied = { ...given, headers: mapped(given.headers, header, (_, value) => value) as Record<string, string> }
    return isJson(given) ? { ...replied, body: body(given.body, given.status) } : replied
  }

  function header(name: string): string {
    return headers.outside(name)
  }

  /** The members of the envelope have the same names everywhere. */
  function body(content: unknown, status: number): unknown {
    if (typeof content !== 'object' || content === null) return content
    return mapped(
      content,
      (key) => key,
      (key, member) => {
        if (key === 'request') return echo(member)
        if (key === 'data') return written(member, FEATURES, columns)
        if (status < 300) return written(member, '', columns)
        return key === 'errors' || key === 'operation_errors' ? problems(member) : member
      },
    )
  }

  /** A row, or the echo of a request, with names of this scope. */
  function written(value: unknown, name: string, names: WordPairs): unknown {
    if (typeof value === 'string') return values.get(name)?.outside(value) ?? value
    if (Array.isArray(value)) return value.map((item: unknown) => written(item, name, names))
    if (typeof value !== 'object' || value === null) return value
    return mapped(
      value,
      (key) => (names === parameters && key === 'params' && name === '' ? parameters.outside(key) : names.outside(key)),
      (key, member) => {
        // The old and the new value of a change are values of the changed column.
        const own = key === 'old' || key === 'new' ? name : key
        return written(member, own, key === 'params' ? parameters : names)
      },
    )
  }

  /** The parameters of the request, or the operations of a batch. */
  function echo(request: unknown): unknown {
    if (typeof request !== 'object' || request === null || !('params' in request))
      return written(request, '', parameters)
    return { ...request, params: written(request.params, '', parameters) }
  }

  function problems(list: unknown): unknown {
    if (Array.isArray(list)) return list.map(problems)
    if (typeof list !== 'object' || list === null) return list
    const { parameter, attribute, value } = list as { parameter?: string; attribute?: string; value?: unknown }
    return {
      ...list,
      ...(parameter !== undefined && { parameter: parameters.outside(parameter) }),
      ...(attribute !== undefined && { attribute: columns.outside(attribute) }),
      ...(value !== undefined && { value: written(value, parameter ?? attribute ?? '', columns) }),
    }
  }
}

function mapped(
  value: object,
  nameOf: (name: string) => string,
  memberOf: (name: string, member: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), memberOf(name, member)]))
}

/** The words of one scope, by either side. */
class WordPairs {
  private readonly byOwn: Map<string, string>
  private readonly byOther: Map<string, string>

  constructor(entries: Entries = {}) {
    const pairs = Object.entries(entries).map(([own, entry]): [string, string] => {
      return [own, (typeof entry === 'string' ? entry : entry.theirs) ?? own]
    })
    this.byOwn = new Map(pairs)
    this.byOther = new Map(pairs.map(([own, other]) => [other, own]))
  }

  /** The word to send for one of the sandbox. */
  outside(own: string): string {
    return this.byOwn.get(own) ?? own
  }

  /** The sandbox's word for one that was received. A word of its own that was replaced is unknown. */
  inside(other: string): string {
    return this.byOther.get(other) ?? (this.byOwn.has(other) ? `unknown ${other}` : other)
  }
}
