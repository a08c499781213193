import { pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import { useState } from 'react'
import type { Answer } from '../operation/contract.ts'
import { useDraft, variablesIn } from '../operation/draft.ts'
import { filledIn, keepVariables, keptVariables, stepIn, textOf, variablesOf } from '../operation/example.ts'
import { mutationsIn, type RunRequest } from '../operation/run.ts'
import { isRefused } from './validation.tsx'

/** Leads through the steps of the example in the open tab. */
export function Recipe({ answer, request }: { answer: Answer | undefined; request: RunRequest | undefined }) {
  const actions = useGraphiQLActions()
  const { queryEditor, variableEditor, responseEditor } = useGraphiQL(
    pick('queryEditor', 'variableEditor', 'responseEditor'),
  )
  const place = stepIn(useDraft().query)
  const [filled, setFilled] = useState<{ text: string; names: string[] }>()
  if (!place || place.example.steps.length === 1) return null
  const { example, index } = place
  const next = example.steps[index + 1]
  // GraphiQL creates its editors after the page has been drawn.
  const hasEditors = queryEditor !== undefined && variableEditor !== undefined
  // The next step needs what this one returned: of a mutation that is what it wrote.
  const isDone =
    request !== undefined && !isRefused(answer) && mutationsIn(request).every((each) => !each.onlyValidates)

  function open(step: number, from: Answer | undefined) {
    const text = textOf(example, step)
    const variables = variablesIn(variableEditor?.getValue() ?? '')
    const fill = filledIn(example, { ...keptVariables(example), ...variables }, from?.data)
    keepVariables(example, fill.variables)
    variableEditor?.setValue(variablesOf(example, step, fill.variables))
    queryEditor?.setValue(text)
    queryEditor?.setScrollTop(0)
    responseEditor?.setValue('')
    actions.updateActiveTabValues({ response: null })
    setFilled({ text, names: fill.names })
  }

  return (
    <nav className="recipe" aria-label={`Steps of ${example.name}`}>
      <ol>
        {example.steps.map((step, at) => (
          <li key={step.name}>
            <button
              type="button"
              aria-current={at === index ? 'step' : undefined}
              disabled={!hasEditors}
              onClick={() => open(at, undefined)}
            >
              {at + 1}. {step.name}
            </button>
          </li>
        ))}
      </ol>
      {filled && filled.names.length > 0 && filled.text === textOf(example, index) && (
        <span role="status">Filled in from the last step: {filled.names.map((each) => `$${each}`).join(', ')}</span>
      )}
      {next && answer && isDone && (
        <button type="button" className="recipe-next" onClick={() => open(index + 1, answer)}>
          Next: {next.name}
        </button>
      )}
    </nav>
  )
}
