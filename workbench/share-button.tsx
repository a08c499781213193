import { ToolbarButton } from '@graphiql/react'
import { useState } from 'react'
import { useDraft } from './operation/draft.ts'
import { linkTo } from './operation/link.ts'
import { LinkIcon } from './pane/icons.tsx'

/** Copies the link to the operation in the open tab, which is also in the address bar. */
export function ShareButton() {
  const link = linkTo(useDraft())
  const [copied, setCopied] = useState<string>()
  return (
    <ToolbarButton
      label={copied === link ? 'Link copied' : 'Copy link to this operation'}
      onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(link))}
    >
      <LinkIcon />
    </ToolbarButton>
  )
}
