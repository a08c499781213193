import { builder, type Check, decide, required } from '../kit.ts'
import { type Outcome, Payload } from '../write/payload.ts'

/** The payload of a mutation that invalidates a token. */
export const invalidationPayload = (name: string, description: string) =>
  builder.objectRef<Outcome<{ access_token: string }>>(name).implement({
    description,
    interfaces: [Payload],
    fields: (t) => ({
      accessToken: t.string({
        description: 'The token that was invalidated. Null if the input was refused (R-AUTH-20).',
        resolve: ({ data }) => data?.access_token,
      }),
    }),
  })

/**
 * The access token in a field of an input, whose secret is in another field; undefined if neither is given. An empty text
 * does not mean the default, which could be another token than the one that the caller wanted to invalidate.
 */
export function tokenIn<Field extends string>(
  check: Check<{ [Name in Field | `${Field}Secret`]?: string | null }>,
  field: Field,
  rule: string,
): { accessToken: string; accessTokenSecret: string } | undefined {
  const secretField = `${field}Secret` as const
  const { [field]: accessToken, [secretField]: accessTokenSecret } = check.input
  if ((accessToken ?? accessTokenSecret ?? null) === null) return undefined
  decide(check, required<Field | typeof secretField>(rule, field, secretField))
  return accessToken && accessTokenSecret ? { accessToken, accessTokenSecret } : undefined
}
