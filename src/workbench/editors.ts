import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'

type Editor = NonNullable<ReturnType<typeof useResponseEditor>>

function useResponseEditor() {
  return useGraphiQL(({ responseEditor }) => responseEditor)
}

/** Fonts of the system. Ligatures would draw an id such as `4x5t` with a multiplication sign. */
const FONT = {
  fontFamily: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontLigatures: false,
  fontSize: 13,
  lineHeight: 20,
}

/** The parts of an answer that have panes of their own. */
const FOLDED = /^ {4}"(upstream|plan)": \{$/

/** Sets the font of all editors, and folds what has a pane of its own away in the response view. */
export function Editors() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'headerEditor', 'responseEditor'),
  )
  useEffect(() => {
    for (const editor of [queryEditor, variableEditor, headerEditor, responseEditor]) editor?.updateOptions(FONT)
  }, [queryEditor, variableEditor, headerEditor, responseEditor])
  useEffect(() => {
    if (!responseEditor) return undefined
    const listener = responseEditor.onDidChangeModelContent(() => fold(responseEditor))
    return () => listener.dispose()
  }, [responseEditor])
  return null
}

function fold(editor: Editor): void {
  const lines = editor.getModel()!.getLinesContent()
  const selectionLines = lines.flatMap((line, index) => (FOLDED.test(line) ? [index] : []))
  // The editor learns of the change first, and then waits for the ranges that can be folded.
  if (selectionLines.length > 0) setTimeout(() => editor.trigger('adgraph', 'editor.fold', { selectionLines }))
}
