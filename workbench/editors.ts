import { pick, useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'

/** Narrow line numbers, and the fonts of the system without ligatures, which would draw an id such as `4x5t` with a multiplication sign. */
const FONT = {
  fontFamily: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontLigatures: false,
  fontSize: 13,
  lineHeight: 20,
  lineNumbersMinChars: 3,
}

/** Sets the font of all editors. */
export function Editors() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'headerEditor', 'responseEditor'),
  )
  useEffect(() => {
    for (const editor of [queryEditor, variableEditor, headerEditor, responseEditor]) editor?.updateOptions(FONT)
  }, [queryEditor, variableEditor, headerEditor, responseEditor])
  return null
}
