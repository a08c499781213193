import { DocExplorer, useDocExplorer, useDocExplorerActions } from '@graphiql/plugin-doc-explorer'
import { useGraphiQL } from '@graphiql/react'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import chapters from 'virtual:chapters'
import { loadIndex, searchOf, type Hit } from '../operation/search.ts'
import { count } from './format.ts'

const TITLES: Readonly<Record<string, string>> = {
  account: 'Accounts',
  campaign: 'Campaigns',
  creative: 'Creatives',
  audience: 'Audiences',
  oauth: 'Authorization',
  '': 'Shared by all',
}

/** The most hits that are shown. */
const MAX_HITS = 60

/** GraphiQL's documentation, with the types by chapter, and a search that finds descriptions too. */
export function Docs() {
  const stack = useDocExplorer()
  const schema = useGraphiQL((state) => state.schema)
  const actions = useDocExplorerActions()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim())
  const search = useSearch(schema)
  if (!search || !schema) return <DocExplorer />

  function open({ type, field }: Hit) {
    actions.reset()
    actions.push({ name: type.name, def: type })
    if (field) actions.push({ name: field.name, def: field })
    setText('')
  }

  return (
    <div className="docs">
      <input
        type="search"
        className="docs-search"
        aria-label="Search the documentation"
        placeholder="Search names and descriptions"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget: { value } }) => {
          const [first] = key === 'Enter' && value.trim().length > 1 ? search(value.trim()) : []
          if (first) open(first)
        }}
      />
      {sought.length > 1 ? (
        <Hits hits={search(sought)} text={sought} onOpen={open} />
      ) : stack.length > 1 ? (
        <DocExplorer />
      ) : (
        <Chapters schema={schema} />
      )}
    </div>
  )
}

function Chapters({ schema }: { schema: GraphQLSchema }) {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type !== undefined && type !== null)
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('_') && !roots.some((root) => root === type),
  )
  types.sort((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name))
  return (
    <>
      <ul className="docs-types">
        {roots.map((type) => (
          <TypeItem key={type.name} type={type} />
        ))}
      </ul>
      {Object.entries(TITLES).map(([chapter, title]) => (
        <Chapter key={chapter} title={title} types={types.filter(({ name }) => (chapters[name] ?? '') === chapter)} />
      ))}
    </>
  )
}

function Chapter({ title, types }: { title: string; types: GraphQLNamedType[] }) {
  return (
    <details className="docs-chapter">
      <summary>
        {title} <small>{count(types.length)} types</small>
      </summary>
      <ul className="docs-types">
        {types.map((type) => (
          <TypeItem key={type.name} type={type} />
        ))}
      </ul>
    </details>
  )
}

/** Entities first, then inputs, enums, and what only wraps entities. */
function rankOf(type: GraphQLNamedType): number {
  if (/(Connection|Edge|Payload)$/.test(type.name)) return 3
  if (isObjectType(type) || isInterfaceType(type)) return 0
  return isInputObjectType(type) ? 1 : 2
}

function kindOf(type: GraphQLNamedType): string {
  if (isInputObjectType(type)) return 'input'
  if (isEnumType(type)) return 'enum'
  return isInterfaceType(type) ? 'interface' : isObjectType(type) ? 'type' : 'scalar'
}

function TypeItem({ type }: { type: GraphQLNamedType }) {
  const actions = useDocExplorerActions()
  return (
    <li>
      <button type="button" onClick={() => actions.push({ name: type.name, def: type })}>
        {type.name}
      </button>
      <small>{kindOf(type)}</small>
    </li>
  )
}

/** The search of a schema, which the index of agents joins once it is loaded. */
function useSearch(schema: GraphQLSchema | null | undefined) {
  const [index, setIndex] = useState<Awaited<ReturnType<typeof loadIndex>>>()
  useEffect(() => {
    // Without it, names and descriptions are still found.
    loadIndex().then(setIndex, () => undefined)
  }, [])
  return useMemo(() => (schema ? searchOf(schema, index) : undefined), [schema, index])
}

function Hits({ hits, text, onOpen }: { hits: Hit[]; text: string; onOpen: (hit: Hit) => void }) {
  return (
    <>
      <p className="pane-hint" role="status">
        {hits.length === 0 ? 'Nothing found' : `${count(hits.length)} found`}
      </p>
      <ul className="docs-hits">
        {hits.slice(0, MAX_HITS).map((hit) => (
          <li key={hit.name}>
            <button type="button" onClick={() => onOpen(hit)}>
              <strong>{hit.name}</strong>
              {hit.description && <span>{excerptOf(hit.description, text)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The part of a description around what was sought. */
function excerptOf(description: string, text: string): string {
  const plain = description.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '')
  const at = Math.max(0, plain.toLowerCase().indexOf(text.toLowerCase()) - 60)
  // Words that are cut are left out.
  const from = at === 0 ? 0 : plain.indexOf(' ', at) + 1
  const to = from + 160 >= plain.length ? plain.length : plain.lastIndexOf(' ', from + 160)
  return `${from > 0 ? '… ' : ''}${plain.slice(from, to)}${to < plain.length ? ' …' : ''}`
}
