import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT_ID } from '../../../sandbox/index.ts'
import { createLog } from '../../../src/server/observe/log.ts'
import { runInTerminal } from '../../support/command.ts'
import { openSandboxGraph, type GraphOptions, type SandboxGraph } from '../../support/graph.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

let graph: SandboxGraph | undefined
afterEach(() => graph?.close())

async function open(options: GraphOptions = {}) {
  graph = await openSandboxGraph({ graph: { traceAlways: false, checksPlan: false, ...options } })
  return graph
}

/** The entries of the log about operations. */
function logged() {
  return graph!.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).startsWith('operation'))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the log of operations', () => {
  it('names the caller by the place of its token, and never by the token', async () => {
    const opened = await open({
      tenant: {
        credentials: { consumerKey: 'k', consumerSecret: 's', accessToken: 't', accessTokenSecret: 'ts' },
        clientTokens: ['token-of-alice', 'token-of-bob'],
      },
      operatorTokens: ['token-of-an-operator'],
    })
    for (const token of ['token-of-bob', 'token-of-alice', 'token-of-an-operator', 'token-of-nobody'])
      await opened.query('{ __typename }', {}, bearer(token))
    await opened.query('{ nonsense }', {}, bearer('token-of-bob'))

    expect(logged().map(({ caller }) => caller)).toEqual(['client 2', 'client 1', 'operator 1', 'nobody', 'client 2'])
    expect(graph!.logLines.join('')).not.toContain('token-of-')
  })

  it('names a signed-in user by a hash of the access token, in operations and in refusals', async () => {
    const opened = await open({
      tenant: { credentials: undefined, clientTokens: [] },
      signIn: { secrets: ['a secret of at least thirty-two characters'], maxAgeMs: 60_000 },
    })
    const { sessionSeal } = await import('../../../src/server/auth/user-session.ts')
    const { accessToken, accessTokenSecret } = opened.sandbox.credentials
    const session = { id: 'session', accessToken, accessTokenSecret, userId: '1', screenName: 'sandbox' }
    const token = await sessionSeal(['a secret of at least thirty-two characters']).close(session, 60_000)
    await opened.query('{ __typename }', {}, bearer(token))
    await opened.query('{ nonsense }', {}, bearer(token))

    const user = `user ${hashOf(accessToken).slice(0, 12)}`
    expect(logged().map(({ caller, msg }) => [caller, msg])).toEqual([
      [user, 'operation'],
      [user, 'operation refused'],
    ])
  })

  it('names the operation, and the document by the beginning of its SHA-256', async () => {
    const document = `query NameOfAccount { account(id: "${DEMO_ACCOUNT_ID}") { name } }`
    const opened = await open()
    await opened.query(document)
    await opened.query('{ nonsense }')

    expect(logged().map(({ operation, document, caller }) => ({ operation, document, caller }))).toEqual([
      { operation: 'NameOfAccount', document: hashOf(document).slice(0, 16), caller: 'anyone' },
      { operation: undefined, document: hashOf('{ nonsense }').slice(0, 16), caller: 'anyone' },
    ])
  })

  it('has the members that the documentation shows', async () => {
    const [, shown = ''] = /```json\n([^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    const opened = await open()
    await opened.query('{ __typename }')

    expect(Object.keys(logged()[0]!)).toEqual(Object.keys(JSON.parse(shown) as object))
  })

  it('counts equal errors', async () => {
    const opened = await open()
    opened.sandbox.faults.add({ fault: { kind: 'rateLimited', scope: 'user', resetInMs: 600_000 } })
    const fields = Array.from({ length: 50 }, (_, index) => `a${index}: account(id: "account${index}") { name }`)
    await opened.query(`{ ${fields.join(' ')} }`)
    await opened.query('{ one two }')

    expect(logged().map(({ errors }) => errors)).toEqual([{ RATE_LIMITED: 50 }, { GRAPHQL_VALIDATION_FAILED: 2 }])
  })
})

describe('an error in the log', () => {
  /** An error of Redis has the arguments of the command. */
  const refused = (message: string) =>
    Object.assign(new Error(message), { code: 'WRONGPASS', command: { name: 'auth', args: ['hunter2'] } })

  it.each([
    ['one of Redis', () => refused('one')],
    ['its cause', () => new Error('one', { cause: refused('two') })],
    [
      'one of several',
      () => new AggregateError([refused('two'), new Error('three', { cause: refused('four') })], 'one'),
    ],
    ['a value that is no error', () => ({ command: refused('one').command })],
  ])('has no members of its own, which can be a password: %s', (_what, create) => {
    const written: string[] = []
    createLog('info', { write: (line) => void written.push(line) }).error({ err: create() }, 'it failed')

    expect(written.join('')).toMatch(/"msg":"it failed"/)
    expect(written.join('')).not.toContain('hunter2')
  })

  it('has the type, the message, the stack and the code, and the same of its causes', () => {
    const written: string[] = []
    const log = createLog('info', { write: (line) => void written.push(line) })
    log.error({ err: new TypeError('one', { cause: refused('two') }) })
    log.error({ err: new AggregateError([refused('two')], 'one') })
    const [error, several] = written.map((line) => (JSON.parse(line) as { err: object }).err)

    expect(error).toEqual({
      type: 'TypeError',
      message: 'one: two',
      stack: expect.stringMatching(/^TypeError: one\n {4}at [^]*\ncaused by: Error: two\n {4}at /) as string,
    })
    expect(several).toMatchObject({
      type: 'AggregateError',
      message: 'one',
      aggregateErrors: [{ type: 'Error', message: 'two', code: 'WRONGPASS' }],
    })
  })
})

describe('the log on a terminal', () => {
  const lines = (isTTY: boolean) => {
    const written: string[] = []
    const log = createLog('info', { write: (line) => void written.push(line), isTTY })
    log.info({ operation: 'Campaign screen', calls: 9, errors: { FORBIDDEN: 1 }, cookie: 'secret' }, 'operation')
    log.error({ err: new TypeError('a fault of ours') }, 'internal error')
    return written
  }

  it('has lines for people: time, level, message, details, and the stack of an error', () => {
    const [operation, error] = lines(true)

    expect(operation).toMatch(
      /^\d\d:\d\d:\d\d info {2}operation operation="Campaign screen" calls=9 errors=\{"FORBIDDEN":1\} cookie=\[secret\]\n$/,
    )
    expect(error).toMatch(/^\d\d:\d\d:\d\d ERROR internal error\n {4}TypeError: a fault of ours\n {8}at /)
  })

  it('is JSON elsewhere', () => {
    expect(lines(false).map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([30, 50])
  })

  it('is what `adgraph start` prints there', async () => {
    const command = runInTerminal(['start'], { PORT: '0' })
    const [line] = await command.printed(/^.*Adgraph serves .*$/m)
    await command.stop()

    expect(line).toMatch(
      /^\d\d:\d\d:\d\d info {2}Adgraph serves http:\/\/127\.0\.0\.1:\d+\/graphql url=\S+ over="the embedded sandbox"/,
    )
  })
})
