import { useGraphiQL, useGraphiQLActions, pick, type GraphiQLPlugin } from '@graphiql/react'
import { EXAMPLES, openExample, type Example } from '../operation/example.ts'
import { ExamplesIcon } from './icons.tsx'
import { hasRoom, isNarrow, Pane } from './pane.tsx'

/** Opens documents for everyday work, each in a tab of its own. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: ExamplesIcon, content: Examples }

function Examples() {
  const actions = useGraphiQLActions()
  const { queryEditor, variableEditor } = useGraphiQL(pick('queryEditor', 'variableEditor'))

  // GraphiQL creates its editors after the page has been drawn.
  const hasEditors = queryEditor !== undefined && variableEditor !== undefined

  function open(example: Example) {
    actions.addTab()
    const { query, variables } = openExample(example)
    variableEditor?.setValue(variables)
    queryEditor?.setValue(query)
    queryEditor?.setScrollTop(0)
    // GraphiQL has no action that opens the editor of the variables.
    if (!isNarrow()) document.querySelector<HTMLElement>('.graphiql-editor-tools [data-name="variables"]')?.click()
    if (!hasRoom()) actions.setVisiblePlugin(null)
  }

  return (
    <Pane title="Examples">
      <p className="pane-hint">
        The steps of an example share a tab: IDs that a step returns are filled into the next. Mutations only validate
        their input, until you write it.
      </p>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button type="button" disabled={!hasEditors} onClick={() => open(example)}>
              <strong>{example.name}</strong>
              <span className="examples-description">{withCode(example.description)}</span>
              <span className="examples-operations">
                {example.steps.map(({ name, kind }) => (
                  <code key={name} className={`examples-${kind}`}>
                    {name}
                  </code>
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Pane>
  )
}

/** Renders a text, with the parts between backticks as code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
