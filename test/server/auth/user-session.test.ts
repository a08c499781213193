import { afterEach, describe, expect, it, vi } from 'vitest'
import { credentialKey } from '../../../src/rest/wire/sign.ts'
import { createSeal, createSessions, type Sessions, sessionSeal } from '../../../src/server/auth/user-session.ts'
import { createMemoryStore } from '../../../src/state/memory.ts'

const SECRETS = ['a-secret-that-is-long-enough-for-it']
const APPLICATION = { consumerKey: 'consumer-key', consumerSecret: 'consumer-secret' }
const NADIA = { accessToken: 'nadia', accessTokenSecret: 'nadia-secret', userId: '1', screenName: 'nadia' }
const OMAR = { ...NADIA, accessToken: 'omar', userId: '2', screenName: 'omar' }
const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

const open = (store = createMemoryStore()): Sessions =>
  createSessions({ application: APPLICATION, secrets: SECRETS, maxAgeMs: HOUR_MS, store })

async function sessionOf(sessions: Sessions, sealed: string) {
  const read = await sessions.read(sealed)
  if ('fault' in read) throw new Error(read.fault)
  return read.session
}

const ended = { fault: 'The session has ended' }

describe('a session', () => {
  it('names its user, signs on behalf of it, and is one of several of its token', async () => {
    const sessions = open()
    const [first, second] = [await sessions.begin(NADIA), await sessions.begin(NADIA)]
    const session = await sessionOf(sessions, first)

    expect(session).toEqual({ ...NADIA, id: expect.any(String) as unknown })
    expect((await sessionOf(sessions, second)).id).not.toBe(session.id)
    expect(sessions.credentialsOf(session)).toEqual({
      ...APPLICATION,
      accessToken: 'nadia',
      accessTokenSecret: 'nadia-secret',
    })
    expect(await sessionSeal(SECRETS).open(first)).toEqual({ content: session })
    // Sessions outlive an upgrade: the purpose stays the same.
    expect(await createSeal(SECRETS, 'session').open(first)).toEqual({ content: session })
  })

  it('ends alone, or with all sessions of its token, and never with sessions of another token', async () => {
    const sessions = open()
    const [one, other, omar] = [await sessions.begin(NADIA), await sessions.begin(NADIA), await sessions.begin(OMAR)]
    await sessions.end(await sessionOf(sessions, one))
    expect(await sessions.read(one)).toEqual(ended)
    expect(await sessions.read(other)).toHaveProperty('session')

    await sessions.endAll(sessions.credentialsOf(await sessionOf(sessions, other)))
    expect(await sessions.read(other)).toEqual(ended)
    expect(await sessions.read(await sessions.begin(NADIA))).toEqual(ended)
    expect(await sessions.read(omar)).toHaveProperty('session')
  })

  it('lasts no longer than the present maximum, for which its end is remembered', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = createMemoryStore()
    const before = createSessions({ application: APPLICATION, secrets: SECRETS, maxAgeMs: 24 * HOUR_MS, store })
    const sealed = await before.begin(NADIA)
    const sessions = open(store)
    await sessions.end(await sessionOf(sessions, sealed))
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)

    expect(await sessions.read(sealed)).toEqual({ fault: 'The session has expired' })
  })

  it('has its end remembered for as long as it could last, here and in the store', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = createMemoryStore()
    const [sessions, elsewhere] = [open(store), open(store)]
    const sealed = await sessions.begin(NADIA)
    await sessions.endAll(sessions.credentialsOf(await sessionOf(sessions, sealed)))
    vi.setSystemTime(Date.now() + HOUR_MS - 1_000)
    const fresh = await sessions.begin(NADIA)
    expect(await sessions.read(fresh)).toEqual(ended)
    expect(await open(store).read(fresh)).toEqual(ended)
    expect(await elsewhere.read(fresh)).toEqual(ended)

    // Every session of the time before it has expired; the service alone judges the token now.
    vi.setSystemTime(Date.now() + 2_000)
    expect(await sessions.read(sealed)).toEqual({ fault: 'The session has expired' })
    expect(await sessions.read(fresh)).toHaveProperty('session')
    expect(await elsewhere.read(fresh)).toHaveProperty('session')
    expect(await open(store).read(fresh)).toHaveProperty('session')
  })

  it('has its end stored again if the store has lost it, until the same time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = createMemoryStore()
    const sessions = open(store)
    const sealed = await sessions.begin(NADIA)
    const session = await sessionOf(sessions, sealed)
    await sessions.endAll(sessions.credentialsOf(session))
    vi.setSystemTime(Date.now() + HOUR_MS / 2)
    const fresh = await sessions.begin(NADIA)
    await store.delete(`ended token ${credentialKey(sessions.credentialsOf(session))}`)
    expect(await open(store).read(fresh)).toHaveProperty('session')
    expect(await sessions.read(fresh)).toEqual(ended)
    expect(await open(store).read(fresh)).toEqual(ended)

    vi.setSystemTime(Date.now() + HOUR_MS / 2 + 1_000)
    expect(await open(store).read(await sessions.begin(NADIA))).toHaveProperty('session')
  })

  it('is known to have ended by its ID, or by the token of its user', async () => {
    const sessions = open()
    const [one, omar] = await Promise.all(
      [NADIA, OMAR].map(async (user) => sessionOf(sessions, await sessions.begin(user))),
    )
    const wereEnded = () =>
      Promise.all(
        [one!, { ...one!, id: 'another' }, omar!].map((each) =>
          sessions.wasEnded(each.id, sessions.credentialsOf(each)),
        ),
      )

    expect(await wereEnded()).toEqual([false, false, false])
    await sessions.end(one!)
    expect(await wereEnded()).toEqual([true, false, false])
    await sessions.endAll(sessions.credentialsOf(one!))
    expect(await wereEnded()).toEqual([true, true, false])
  })

  // A mark without an end, and one that would last longer than any session.
  it.each([0, 2 * HOUR_MS])(
    'stays ended for as long as it could last, and no longer, where the mark lasts %i milliseconds',
    async (ttlMs) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const store = createMemoryStore()
      const sessions = open(store)
      const sealed = await sessions.begin(NADIA)
      const session = await sessionOf(sessions, sealed)
      await store.set(`ended token ${credentialKey(sessions.credentialsOf(session))}`, 'garbage', ttlMs)
      expect(await sessions.read(sealed)).toEqual(ended)
      await store.delete(`ended token ${credentialKey(sessions.credentialsOf(session))}`)
      vi.setSystemTime(Date.now() + HOUR_MS - 60_000)
      expect(await sessions.read(sealed)).toEqual(ended)
      vi.setSystemTime(Date.now() + 61_000)
      expect(await sessions.read(await sessions.begin(NADIA))).toHaveProperty('session')
    },
  )

  it('is refused with a message if its text is not of this server', async () => {
    expect(await open().read('garbage')).toEqual({ fault: 'The token was not issued by this server' })
  })

  it('has a secure cookie if browsers reach the server over https', () => {
    const options = { application: APPLICATION, secrets: SECRETS, maxAgeMs: HOUR_MS, store: createMemoryStore() }
    const secure = createSessions({ ...options, publicUrl: 'https://graph.example' })
    const loopback = createSessions({ ...options, publicUrl: 'http://127.0.0.1:4000' })

    expect([secure.secure, loopback.secure, open().secure]).toEqual([true, false, false])
    expect(secure.cookie('sealed')).toBe(
      '__Host-adgraph_session=sealed; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure',
    )
    expect(loopback.noCookie).toBe('adgraph_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })
})
