/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}": typeof types.LineItemStatusesDocument,
    "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}": typeof types.LineItemPlacementsDocument,
};
const documents: Documents = {
    "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}": types.LineItemStatusesDocument,
    "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}": types.LineItemPlacementsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemStatuses($account: ID!, $withDraft: Boolean) {\n  account(id: $account) { lineItems(first: 1000, withDraft: $withDraft) { nodes { id entityStatus } } }\n}"): typeof import('./graphql.ts').LineItemStatusesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LineItemPlacements($account: ID!) {\n  account(id: $account) { lineItems(first: 500) { nodes { placements permittedPlacements } } }\n}"): typeof import('./graphql.ts').LineItemPlacementsDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
