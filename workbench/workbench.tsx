import { DOC_EXPLORER_PLUGIN } from '@graphiql/plugin-doc-explorer'
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { HISTORY_PLUGIN } from '@graphiql/plugin-history'
import { GraphiQL } from 'graphiql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useState } from 'react'
import { AddressBar } from './operation/draft.ts'
import { Editors } from './editors.ts'
import { fetcher } from './operation/fetcher.ts'
import { takeDraft } from './operation/link.ts'
import { PaneButtons } from './pane/pane-buttons.ts'
import { EXAMPLES_PLUGIN } from './pane/examples.tsx'
import { EXPLAIN } from './pane/explain.tsx'
import { hasRoom } from './pane/pane.tsx'
import { TRACE } from './pane/trace.tsx'
import { loadSchema } from './schema.ts'
import { Session } from './session.tsx'
import { settings } from './settings.ts'
import { ShareButton } from './share-button.tsx'

// GraphiQL knows its own plugins by identity. The titles are the names of the buttons.
const DOCS = Object.assign(DOC_EXPLORER_PLUGIN, { title: 'Docs' })
const EXPLORER = { ...explorerPlugin(), title: 'Explorer' }

const PLUGINS = [EXPLAIN, TRACE, EXAMPLES_PLUGIN, HISTORY_PLUGIN, EXPLORER]

/** The pane that is open at the first visit. */
const FIRST_PANE = hasRoom() ? EXPLAIN : undefined

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
      schema={schema}
      dangerouslyAssumeSchemaIsValid
      initialQuery={draft?.query}
      initialVariables={draft?.variables}
      defaultQuery={settings.firstQuery}
      plugins={PLUGINS}
      referencePlugin={DOCS}
      visiblePlugin={FIRST_PANE}
    >
      <GraphiQL.Logo>
        <Session />
      </GraphiQL.Logo>
      <GraphiQL.Toolbar>
        {({ prettify, merge, copy }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ShareButton />
          </>
        )}
      </GraphiQL.Toolbar>
      <AddressBar />
      <Editors />
      <PaneButtons />
    </GraphiQL>
  )
}
