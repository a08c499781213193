import type { Statistics } from '../rest/statistics.ts'
import { statisticsText } from '../state/statistics-file.ts'
import type { Callers } from './auth/callers.ts'
import type { Handler } from './http/exchange.ts'
import { answerRefusal, JSON_TYPE, refusal, unauthorized } from './http/refusal.ts'
import type { SendText } from './response/compression.ts'
import type { CountedResponse } from './response/counted-response.ts'
import type { Logger } from './observe/log.ts'

interface StatisticsOptions {
  statistics: Statistics
  callers: Callers
  sendText: SendText
  log: Logger
}

const OPERATORS_ONLY = unauthorized({
  code: 'UNAUTHENTICATED',
  message:
    'Statistics are for operators only. Present one of the tokens of OPERATOR_TOKENS as `Authorization: Bearer …`',
})

const UNAVAILABLE = refusal('INTERNAL', 500, 'The statistics cannot be read')

/**
 * Creates the handler that answers operators with the statistics of all accounts together, which name no account. With
 * `isOpen`, everybody may read them.
 */
export function createStatisticsHandler(
  { statistics, callers, sendText, log }: StatisticsOptions,
  isOpen: boolean,
): Handler<CountedResponse> {
  return async (request, response) => {
    try {
      const { operator } = await callers.callerOf(request, response)
      if (!operator && !isOpen) return answerRefusal(response, OPERATORS_ONLY)
      const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }
      await sendText(request, response, headers, statisticsText(await statistics.all()))
    } catch (err) {
      log.error({ err }, 'the statistics could not be read')
      answerRefusal(response, UNAVAILABLE)
    }
  }
}
