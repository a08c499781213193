import { ToolbarButton, ToolbarMenu, useGraphiQL } from '@graphiql/react'
import { useState } from 'react'
import { useAnswer } from './operation/answer.ts'
import { FORMS } from './operation/code.ts'
import { useDraft, useVariables } from './operation/draft.ts'
import { ENDPOINT } from './operation/fetcher.ts'
import { dryRun } from './operation/plan.ts'
import { CodeIcon } from './pane/icons.tsx'

const LABEL = 'Copy as code'

/** Copies the operation in the open tab as code of a client, as a command, or as the calls that it made. */
export function CopyMenu() {
  const { query } = useDraft()
  const variables = useVariables()
  const answer = useAnswer()
  const operationName = useGraphiQL((state) => state.operationName)
  const [copied, setCopied] = useState<{ form: string; query: string }>()
  const label = copied?.query === query ? `Copied as ${copied.form}` : LABEL

  async function copy(form: string) {
    const url = new URL(ENDPOINT, location.href).href
    const { plan } = await dryRun({ query, variables: JSON.stringify(variables), operationName, headers: '' })
    const text = FORMS[form]!({ url, query, variables, operationName, plan, answer })
    await navigator.clipboard.writeText(text)
    setCopied({ form, query })
  }

  return (
    <ToolbarMenu
      button={
        <ToolbarButton label={label}>
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
