import { useGraphiQL, useGraphiQLActions, pick, type GraphiQLPlugin } from '@graphiql/react'
import { useState } from 'react'
import { EXAMPLES, withValidateOnly, type Example } from './example.ts'
import { ExamplesIcon } from './icons.tsx'
import { hasRoom, Pane } from './pane.tsx'

/** Opens documents for everyday work, each in a tab of its own. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: ExamplesIcon, content: Examples }

function Examples() {
  const actions = useGraphiQLActions()
  const { queryEditor, variableEditor } = useGraphiQL(pick('queryEditor', 'variableEditor'))
  const [onlyValidates, setOnlyValidates] = useState(true)

  function open({ document, variables }: Example) {
    actions.addTab()
    variableEditor?.setValue(variables)
    queryEditor?.setValue(onlyValidates ? withValidateOnly(document) : document)
    queryEditor?.setScrollTop(0)
    if (!hasRoom()) actions.setVisiblePlugin(null)
  }

  return (
    <Pane title="Examples">
      <label className="examples-option">
        <input type="checkbox" checked={onlyValidates} onChange={({ target }) => setOnlyValidates(target.checked)} />
        <span>
          Mutations only validate their input (<code>validateOnly</code>)
        </span>
      </label>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button type="button" onClick={() => open(example)}>
              <strong>{example.name}</strong>
              <span className="examples-description">{withCode(example.description)}</span>
              <span className="examples-operations">
                {example.operations.map(({ name, kind }) => (
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
