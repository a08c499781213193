import { getNamedType, isObjectType, Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/** Marks a field that is answered from an entity's id and account alone. */
export const keyOnly = { keyOnly: true } as const

/**
 * Whether the selection below this field needs the entity's row. It does not where only fields marked `keyOnly` are
 * selected (`lineItem { campaign { id } }`): then no call is made.
 */
export function needsRow(
  info: Pick<GraphQLResolveInfo, 'returnType' | 'fieldNodes'> & { fragments: Partial<GraphQLResolveInfo['fragments']> },
): boolean {
  // The executor hands out the same nodes for every row of a list, so that the selection is walked once per operation.
  const known = answers.get(info.fieldNodes)
  if (known !== undefined) return known
  const type = getNamedType(info.returnType)
  const needed =
    !isObjectType(type) ||
    info.fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && selectsMore(selectionSet))
  answers.set(info.fieldNodes, needed)
  return needed

  function selectsMore({ selections }: SelectionSetNode): boolean {
    return selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return selectsMore(selection.selectionSet)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = info.fragments[selection.name.value]
        return fragment !== undefined && selectsMore(fragment.selectionSet)
      }
      const name = selection.name.value
      const field = isObjectType(type) ? type.getFields()[name] : undefined
      return name !== '__typename' && field?.extensions['keyOnly'] !== true
    })
  }
}

const answers = new WeakMap<GraphQLResolveInfo['fieldNodes'], boolean>()
