import { GraphQLError } from 'graphql'
import type { Context } from '../../context.ts'

/** Refuses whoever is not the operator: what hands out or takes secrets is not for those who only call the graph. */
export function operatorOnly({ operator }: Context): void {
  if (operator) return
  throw new GraphQLError('This is for the operator, who presents one of the tokens of OPERATOR_TOKENS', {
    extensions: { code: 'FORBIDDEN' },
  })
}
