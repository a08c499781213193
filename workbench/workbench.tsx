import { DOC_EXPLORER_PLUGIN } from '@graphiql/plugin-doc-explorer'
import { HISTORY_PLUGIN } from '@graphiql/plugin-history'
import { GraphiQL } from 'graphiql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useState } from 'react'
import { CopyMenu } from './copy-menu.tsx'
import { Editors } from './editors.ts'
import { AddressBar } from './operation/draft.ts'
import { fetcher } from './operation/fetcher.ts'
import { takeDraft } from './operation/link.ts'
import { Docs } from './pane/docs.tsx'
import { EXAMPLES_PLUGIN } from './pane/examples.tsx'
import { EXPLORER, Explorer } from './pane/explorer.tsx'
import { FAULTS } from './pane/faults.tsx'
import { LONG_WORK } from './pane/long-work.tsx'
import { PaneButtons } from './pane/pane-buttons.ts'
import { framed } from './pane/pane.tsx'
import { Results } from './pane/results.tsx'
import { loadSchema } from './schema.ts'
import { Session } from './session.tsx'
import { settings } from './settings.ts'
import { ShareButton } from './share-button.tsx'
import { storage } from './storage.ts'

const DOCS = framed(DOC_EXPLORER_PLUGIN, 'Docs', Docs)

const PLUGINS = [
  EXAMPLES_PLUGIN,
  framed(HISTORY_PLUGIN, 'History'),
  framed(EXPLORER, 'Explorer', Explorer),
  ...(settings.extensions.includes('bulk') ? [LONG_WORK] : []),
  ...(settings.faults ? [FAULTS] : []),
]

const draft = takeDraft()

/** GraphiQL with the panes of Adgraph. */
export function Workbench() {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null)
  useEffect(() => {
    if (settings.introspection) void loadSchema().then(setSchema)
  }, [])
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      schema={schema}
      dangerouslyAssumeSchemaIsValid
      initialQuery={draft?.query}
      initialVariables={draft?.variables}
      defaultQuery={settings.firstQuery}
      plugins={PLUGINS}
      referencePlugin={DOCS}
    >
      <GraphiQL.Logo>
        <Session />
      </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify }) => (
          <>
            {prettify}
            <ShareButton />
            <CopyMenu />
          </>
        )}
      </GraphiQL.Toolbar>
      <GraphiQL.Footer>
        <Results />
      </GraphiQL.Footer>
      <AddressBar />
      <Editors />
      <PaneButtons />
    </GraphiQL>
  )
}
