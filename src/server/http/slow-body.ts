import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../admission/admission.ts'
import { refusal } from './refusal.ts'

/** Refuses with 408 a request whose body has not arrived within this time, and closes its connection. */
export function slowBodyPlugin(withinMs: number): Plugin<object, RequestContext> {
  return {
    onRequestParse({ requestParser, setRequestParser, serverContext: { req, res } }) {
      if (!requestParser || req.method !== 'POST') return
      setRequestParser((request) => {
        let timer: NodeJS.Timeout
        const late = new Promise<never>((_resolve, reject) => {
          timer = setTimeout(() => {
            // The rest of the body would be read as the next request.
            res.setHeader('connection', 'close')
            reject(refusal('REQUEST_TIMEOUT', 408, `The request did not arrive within ${withinMs} ms`))
          }, withinMs)
        })
        const parsed = Promise.resolve(requestParser(request)).finally(() => clearTimeout(timer))
        return Promise.race([parsed, late])
      })
    },
  }
}
