import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bodyText, isJson, type Reply } from '../http/reply.ts'
import type { Fault } from './fault.ts'

const SLOW_PIECES = 10

/** Writes a reply to the socket and applies its delivery faults. Rejects only if the sandbox closes in the meantime. */
export async function deliver(
  response: ServerResponse,
  reply: Reply,
  faults: readonly Fault[],
  closing: AbortSignal,
): Promise<void> {
  const text = bodyText(reply)
  const body = Buffer.from(isJson(reply) && first(faults, 'malformedJson') ? cutShort(text) : text)
  const broken = first(faults, 'broken')
  const slow = first(faults, 'slowBody')
  if (broken?.when === 'before') {
    response.socket?.destroy()
    return
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-type': reply.type, 'content-length': body.length })
  if (broken !== undefined) {
    response.flushHeaders()
    if (broken.when === 'body') response.write(body.subarray(0, Math.ceil(body.length / 2)))
    // The written part is still sent. The client waits in vain for the rest of the announced length.
    response.socket?.destroySoon()
    return
  }
  if (slow !== undefined) return writeSlowly(response, body, slow.ms, closing)
  response.end(body)
}

async function writeSlowly(response: ServerResponse, body: Buffer, ms: number, closing: AbortSignal): Promise<void> {
  const size = Math.ceil(body.length / SLOW_PIECES)
  for (let start = 0; start < body.length; start += size) {
    response.write(body.subarray(start, start + size))
    await wait(ms / SLOW_PIECES, undefined, { signal: closing })
  }
  response.end()
}

function cutShort(text: string): string {
  return text.slice(0, Math.floor(text.length * 0.7))
}

function first<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind)
}
