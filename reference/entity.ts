/** What the documents have, and what only the live service has. */
export interface Names {
  documents: readonly string[]
  service?: readonly string[]
}

/**
 * An endpoint with the names of its parameters, besides those in its path. A name that ends with `!` is required. The
 * parameters of a batch are its operations' parameters.
 */
export interface Endpoint extends Names {
  /** The document and section; absent if only the live service has the endpoint. */
  source?: string
  /** Whether the service has it in its sandbox only. */
  sandboxOnly?: true
  /** How a body is sent, if there is one. */
  body?: string
}

/**
 * The type of a parameter, with its limits: the length of a text, the range of a number, the number of values of a list. It
 * is one of `text`, `id`, `boolean`, `integer`, `long`, `micros`, `time`, `url`, `country`, `currency`, `language`, `locale`,
 * `domain`, `hashtag` and `card URI`, or the name of an enumeration. With `[]` it is a list, separated by commas.
 */
export type ParameterType = string | { type: string; min?: number; max?: number }

/** A rule in one sentence. */
export interface Rule {
  text: string
  /** The document and section. */
  source: string
  /** How the rule is kept: the letters of `KINDS` in `test/docs/rule.test.ts`. */
  kinds: string
}

/** What the documents say of one entity. */
export interface Entity {
  /**
   * By method, version and path. The paths of the authorization interface begin with a slash, and have their version in
   * them.
   */
  endpoints?: Readonly<Record<string, Endpoint>>
  /** The types of parameters that do not follow from their names (`typeOf` in `type.ts`). */
  parameters?: Readonly<Record<string, ParameterType>>
  /** The columns of rows and of their parts, by type. */
  rows?: Readonly<Record<string, Names>>
  /** The members of objects in bodies, by type. A name that ends with `!` is required. */
  objects?: Readonly<Record<string, Names>>
  /** The values of each enumeration. */
  enumerations?: Readonly<Record<string, Names>>
  /** By ID. */
  rules?: Readonly<Record<string, Rule>>
}
