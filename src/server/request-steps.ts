import type { GraphQLSchema } from 'graphql'
import type { Plugin, YogaServerOptions } from 'graphql-yoga'
import { largeQueriesPlugin } from './admission/large-queries.ts'
import { memoryPlugin } from './admission/memory-plugin.ts'
import type { Callers } from './auth/callers.ts'
import { contextPlugin, type ContextBuilder } from './context.ts'
import { disclosurePlugin } from './document/disclosure.ts'
import { DOCUMENT_LIMITS, limitsPlugin } from './document/limits.ts'
import { trustedDocumentsPlugin } from './document/trusted-documents.ts'
import { validationPlugin } from './document/validation.ts'
import { executionPlugin } from './execution.ts'
import { checksPlugin, hasJsonBody, isKnownCaller } from './guard/check.ts'
import { TIMEOUTS, type Guards } from './guard/guard.ts'
import type { HostGuard } from './guard/host.ts'
import type { Origins } from './guard/origin.ts'
import { hasValidParameters } from './guard/parameters.ts'
import { MAX_BODY_BYTES, requestBodyPlugin } from './guard/request-body.ts'
import { operationPlugin, type OperationContext, type OperationOptions } from './observe/operation.ts'
import { compressionPlugin } from './response/compression.ts'
import { errorListPlugin } from './response/error-list.ts'
import type { RequestContext } from './admission/admission.ts'

/** What the steps of a request need, besides the settings of the guards. */
export interface StepParts extends Guards, Omit<OperationOptions, 'telemetry'> {
  schema: GraphQLSchema
  admission: Plugin<object, RequestContext>
  callers: Callers
  origins: Origins
  /** Given if everybody who reaches the server may call, and only this machine can reach it. */
  hostGuard?: HostGuard
  context: ContextBuilder
  telemetry?: OperationOptions['telemetry']
  compression?: boolean
}

type Steps = NonNullable<YogaServerOptions<RequestContext, OperationContext>['plugins']>

/**
 * What happens to a GraphQL request, in this order, as plugins of Yoga. Over sockets it comes from `routes.ts`, which has taken its
 * path and media type; embedded, from `fetch.ts`.
 */
export function requestSteps(parts: StepParts): Steps {
  const { schema, admission, callers, origins, hostGuard, disclosure, trustedDocuments } = parts
  const { limits, maxBodyBytes = MAX_BODY_BYTES, timeouts = TIMEOUTS, maxMemoryBytes, queueTimeoutMs } = parts
  return [
    // A slot, fairly among callers, and a part of the memory: before anything of the request is read.
    admission,
    // What its head tells, before its body takes memory. The first check that fails is the answer.
    checksPlugin([
      // A page under a foreign name has, for the browser, the origin of this server: its host is checked first.
      ({ context: { req } }) => hostGuard?.(req),
      hasJsonBody,
      ({ context: { req } }) => origins.refusalOf(req, 'allowed'),
      ...(callers.onlyKnown ? [isKnownCaller] : []),
      hasValidParameters,
    ]),
    // Its body, within the limits of bytes, values, time and memory.
    requestBodyPlugin({ maxBytes: maxBodyBytes, withinMs: timeouts.requestMs }),
    // The document that it names, before any document is parsed.
    trustedDocumentsPlugin(trustedDocuments),
    // What validation and errors may tell of the schema.
    disclosurePlugin(schema, disclosure),
    // The size of the document when it is parsed, its variables and its plan when it is executed: nothing has been sent yet.
    limitsPlugin({ ...DOCUMENT_LIMITS, ...limits }, disclosure),
    // Each document once, with the rules that the steps before have added.
    validationPlugin(disclosure),
    // The session of the caller, its loaders and its trace, for documents that are valid.
    contextPlugin(parts.context),
    // From here on, each step may wrap the function that executes, which it gets from the step before.
    executionPlugin(parts.mask, maxMemoryBytes),
    // Ends the response of a query that gets no memory, whose execution then never ends.
    memoryPlugin,
    // Gives back the place of a large query when its response ends, also without memory.
    largeQueriesPlugin(queueTimeoutMs),
    // Log, metrics, traces and headers see what has become of it.
    operationPlugin({ ...parts, telemetry: parts.telemetry }),
    // After all steps that change errors.
    errorListPlugin,
    // The text is complete.
    ...(parts.compression !== false ? [compressionPlugin] : []),
  ]
}
