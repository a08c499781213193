import { builder, type Check, decide, rulesFor } from '../kit.ts'
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

/** The access token in a field of an input, whose secret is in another field; undefined if neither is set. */
export function tokenIn<Field extends string>(
  check: Check<{ [Name in Field | `${Field}Secret`]?: string | null }>,
  field: Field,
  rule: string,
): { accessToken: string; accessTokenSecret: string } | undefined {
  const secretField = `${field}Secret` as const
  const { [field]: accessToken, [secretField]: accessTokenSecret } = check.input
  if (accessToken && accessTokenSecret) return { accessToken, accessTokenSecret }
  const [missing, given] = accessToken ? [secretField, field] : [field, secretField]
  const isNone = () => !accessToken && !accessTokenSecret
  decide(check, [rulesFor<typeof check.input>()(rule, [missing], isNone, `is required with \`${given}\``)])
  return undefined
}
