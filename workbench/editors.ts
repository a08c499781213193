import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'

type Editor = NonNullable<ReturnType<typeof useResponseEditor>>

function useResponseEditor() {
  return useGraphiQL(({ responseEditor }) => responseEditor)
}

/** Narrow line numbers, and the fonts of the system without ligatures, which would draw an id such as `4x5t` with a multiplication sign. */
const FONT = {
  fontFamily: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontLigatures: false,
  fontSize: 13,
  lineHeight: 20,
  lineNumbersMinChars: 3,
}

/** Matches the parts of a response that have panes of their own. */
const FOLDED = /^ {4}"(upstream|plan)": \{$/

/** Sets the font of all editors, and folds the parts of a response that have panes of their own. */
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
  // The editor processes the change first, and then computes the ranges that can be folded.
  if (selectionLines.length > 0) setTimeout(() => editor.trigger('adgraph', 'editor.fold', { selectionLines }))
}
