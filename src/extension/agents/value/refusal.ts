import type { JsonObject } from './json.ts'

/** The reason why something is not done for an agent, with what to know about it. Its text has nothing from the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly structured: JsonObject

  constructor(text: string, structured: JsonObject = {}) {
    super(text)
    this.structured = structured
  }
}
