/** The campaigns of an account, each with the first of its line items. */
export const TREE = /* GraphQL */ `
  query Tree($account: ID!) {
    account(id: $account) {
      id
      campaigns(first: 2) {
        nodes {
          id
          name
          lineItems(first: 1) {
            edges { cursor node { id name } }
            nodes { id name }
            pageInfo { hasNextPage endCursor }
          }
        }
      }
    }
  }
`

export const LINE_ITEMS = /* GraphQL */ `
  query LineItems($campaign: ID!, $first: Int, $after: String) {
    campaign(id: $campaign) {
      id
      lineItems(first: $first, after: $after) {
        edges { cursor node { id name } }
        nodes { id name }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`

export const RENAME = /* GraphQL */ `
  mutation Rename($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) { campaign { id name } userErrors { message field } }
  }
`

export const DELETE_LINE_ITEM = /* GraphQL */ `
  mutation DeleteLineItem($input: DeleteLineItemInput!) {
    deleteLineItem(input: $input) { deletedId userErrors { message field } }
  }
`

interface LineItem {
  id: string
  name: string | null
}

interface LineItemConnection {
  edges: { cursor: string; node: LineItem }[]
  nodes: LineItem[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

export interface Tree {
  account: {
    id: string
    campaigns: { nodes: { id: string; name: string | null; lineItems: LineItemConnection | null }[] }
  }
}

export interface LineItems {
  campaign: { id: string; lineItems: LineItemConnection | null }
}
