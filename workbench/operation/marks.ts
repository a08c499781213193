import { useGraphiQL } from '@graphiql/react'
import { Kind, parse, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql'
import { useEffect } from 'react'

/** The fields of connections that only lead to rows, which the paths of plans and traces leave out. */
const PASSED = new Set(['nodes', 'edges', 'node'])

/** Whether the paths of plans and traces leave out a field with this name below the root. */
export function isPassed(name: string): boolean {
  return PASSED.has(name)
}

/** Marks the fields with these response paths in the query, and scrolls to the first of them. */
export function useMarkedFields(paths: readonly string[], className = 'marked-field'): void {
  const editor = useGraphiQL(({ queryEditor }) => queryEditor)
  const key = paths.join(' ')
  useEffect(() => {
    const model = editor?.getModel()
    if (!editor || !model || key === '') return undefined
    const ranges = fieldsAt(model.getValue(), new Set(key.split(' '))).map(({ alias, name }) => {
      const from = model.getPositionAt((alias ?? name).loc!.start)
      const to = model.getPositionAt(name.loc!.end)
      return {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      }
    })
    const marks = editor.createDecorationsCollection(
      ranges.map((range) => ({ range, options: { inlineClassName: className, isWholeLine: false } })),
    )
    if (ranges[0]) editor.revealRangeInCenterIfOutsideViewport(ranges[0])
    return () => marks.clear()
  }, [editor, key, className])
}

/** The fields of a document with these response paths. */
function fieldsAt(query: string, paths: ReadonlySet<string>): FieldNode[] {
  let document: DocumentNode
  try {
    document = parse(query)
  } catch {
    return []
  }
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const found = new Set<FieldNode>()
  const walk = ({ selections }: SelectionSetNode, path: readonly string[], within: readonly string[]) => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, path, within)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value
        const fragment = fragments.get(name)
        if (fragment && !within.includes(name)) walk(fragment.selectionSet, path, [...within, name])
      }
      if (selection.kind !== Kind.FIELD) continue
      const responseKey = (selection.alias ?? selection.name).value
      // A root field `node` or `nodes` is not a part of a connection.
      const pathHere = path.length > 0 && isPassed(selection.name.value) ? path : [...path, responseKey]
      if (pathHere !== path && paths.has(pathHere.join('.'))) found.add(selection)
      if (selection.selectionSet) walk(selection.selectionSet, pathHere, within)
    }
  }
  for (const each of document.definitions) if (each.kind === Kind.OPERATION_DEFINITION) walk(each.selectionSet, [], [])
  return [...found]
}
