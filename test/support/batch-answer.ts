interface BatchOperation {
  operation_type: 'Create' | 'Update' | 'Delete'
  params: Record<string, unknown>
}

/**
 * What a service answers to a batch with this body: of each creation what was sent, with an ID made of its index, and of each
 * other operation the ID that it names.
 */
export function batchAnswer(body: string, idOfMade = (index: number): string => `n${index}`): { body: object } {
  // Longs are more than a number holds.
  const operations = JSON.parse(body.replace(/:(\d{16,})/g, ':"$1"')) as BatchOperation[]
  const rows = operations.map(({ operation_type, params }, index) => {
    if (operation_type === 'Create') return { ...params, id: idOfMade(index) }
    const [, id] = Object.entries(params).find(([name]) => name.endsWith('_id'))!
    return { id }
  })
  return { body: { data: rows, request: [] } }
}
