import type { Plugin } from 'graphql-yoga'
import type { Logger } from './log.ts'
import type { Trace } from './trace.ts'

/** Logs one line for each operation: its name, how long it took, its calls, and the codes of its errors. */
export function operationLogPlugin(log: Logger): Plugin<{ trace: Trace }> {
  return {
    onExecute({ args }) {
      const { trace } = args.contextValue
      return {
        onExecuteDone({ result }) {
          const errors = 'errors' in result ? (result.errors ?? []) : []
          log.info(
            {
              operation: args.operationName ?? null,
              durationMs: Date.now() - trace.startMs,
              calls: trace.calls.length,
              errors: errors.map(({ extensions }) => extensions?.['code'] ?? 'UNKNOWN'),
            },
            'operation',
          )
        },
      }
    },
  }
}
