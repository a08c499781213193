/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The status that the advertiser sets for an entity. */
export type EntityStatus =
  /** The entity is active. */
  | 'ACTIVE'
  /** The entity is a draft. Lists of campaigns and line items include drafts only with `withDraft`. */
  | 'DRAFT'
  /** The entity is paused. */
  | 'PAUSED'
  /** A value that this version does not know. Its text is in `raw`. Cannot be used as input. */
  | 'UNRECOGNIZED';

/** A place where ads are shown. */
export type Placement =
  /** Everywhere on the service. */
  | 'ALL_ON_SVC'
  /** In the network of publishers. Requires `advertiserDomain` and `categories` (R-LI-3). */
  | 'PUBLISHER_NETWORK'
  /** On profiles. */
  | 'SVC_PROFILE'
  /** Between replies. */
  | 'SVC_REPLIES'
  /** In search results. */
  | 'SVC_SEARCH'
  /** In the timeline. */
  | 'SVC_TIMELINE'
  /** As a banner in publishers' apps. */
  | 'TAP_BANNER'
  /** In full screen in publishers' apps. */
  | 'TAP_FULL'
  /** In full screen in publishers' apps, in landscape format. */
  | 'TAP_FULL_LANDSCAPE'
  /** As a medium rectangle in publishers' apps. */
  | 'TAP_MRECT'
  /** As a native ad in publishers' apps. */
  | 'TAP_NATIVE'
  /** A value that this version does not know. Its text is in `raw`. Cannot be used as input. */
  | 'UNRECOGNIZED';

export type LineItemStatusesQueryVariables = Exact<{
  account: string;
  withDraft?: boolean | null | undefined;
}>;


export type LineItemStatusesQuery = { account: { lineItems: { nodes: Array<{ id: string, entityStatus: EntityStatus | null }> } | null } | null };

export type LineItemPlacementsQueryVariables = Exact<{
  account: string;
}>;


export type LineItemPlacementsQuery = { account: { lineItems: { nodes: Array<{ placements: Array<Placement> | null, permittedPlacements: Array<Array<Placement>> | null }> } | null } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const LineItemStatusesDocument = new TypedDocumentString(`
    query LineItemStatuses($account: ID!, $withDraft: Boolean) {
  account(id: $account) {
    lineItems(first: 1000, withDraft: $withDraft) {
      nodes {
        id
        entityStatus
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemStatusesQuery, LineItemStatusesQueryVariables>;
export const LineItemPlacementsDocument = new TypedDocumentString(`
    query LineItemPlacements($account: ID!) {
  account(id: $account) {
    lineItems(first: 500) {
      nodes {
        placements
        permittedPlacements
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LineItemPlacementsQuery, LineItemPlacementsQueryVariables>;