import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react'
import { useState } from 'react'
import { useAnswer } from './operation/answer.ts'
import { FORMS } from './operation/code.ts'
import { useDraft, useVariables } from './operation/draft.ts'
import { ENDPOINT } from './operation/fetcher.ts'
import { CodeIcon } from './pane/icons.tsx'

const LABEL = 'Copy as code'

/** Copies the operation in the open tab as a command, or as the calls that it made. */
export function CopyMenu() {
  const { query } = useDraft()
  const variables = useVariables()
  const answer = useAnswer()
  const operationName = useGraphiQL((state) => state.operationName)
  const [last, setLast] = useState<{ query: string; label: string; isCopied: boolean }>()
  const { label, isCopied } = last?.query === query ? last : { label: LABEL, isCopied: true }

  async function copy(form: string) {
    try {
      const url = new URL(ENDPOINT, location.href).href
      await navigator.clipboard.writeText(FORMS[form]!({ url, query, variables, operationName, answer }))
      setLast({ query, label: `Copied as ${form}`, isCopied: true })
    } catch (error) {
      setLast({ query, label: `Not copied: ${(error as Error).message}`, isCopied: false })
    }
  }

  return (
    <ToolbarMenu
      button={
        <ToolbarButton label={label} className={isCopied ? undefined : 'error'}>
          <CodeIcon />
        </ToolbarButton>
      }
    >
      {Object.keys(FORMS).map((form) => (
        <ToolbarMenu.Item key={form} onSelect={() => void copy(form)}>
          {form}
        </ToolbarMenu.Item>
      ))}
    </ToolbarMenu>
  )
}
