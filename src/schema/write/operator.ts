import { GraphQLError } from 'graphql'
import type { Context } from '../../context.ts'

/** Throws unless the caller is the operator. Fields that return or take secrets are for the operator only. */
export function assertOperator({ operator }: Pick<Context, 'operator'>): void {
  if (operator) return
  throw new GraphQLError(
    'This field is only for the operator. Send one of the tokens in OPERATOR_TOKENS as the bearer token',
    {
      extensions: { code: 'FORBIDDEN' },
    },
  )
}
