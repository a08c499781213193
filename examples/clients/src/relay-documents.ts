import { graphql } from 'relay-runtime'

// relay-compiler writes an artifact for each document to src/__generated__.

export const tree = graphql`
  query relayDocumentsTreeQuery($account: ID!) {
    account(id: $account) {
      campaigns(first: 2) @connection(key: "Account_campaigns") {
        edges {
          node {
            id
            name
            lineItems(first: 1) @connection(key: "Campaign_lineItems") {
              edges {
                node {
                  id
                  name
                }
              }
            }
          }
        }
      }
    }
  }
`

export const lineItems = graphql`
  query relayDocumentsLineItemsQuery($campaign: ID!, $first: Int!, $after: String) {
    campaign(id: $campaign) {
      lineItems(first: $first, after: $after) @connection(key: "Campaign_lineItems") {
        edges {
          node {
            id
            name
          }
        }
      }
    }
  }
`

export const rename = graphql`
  mutation relayDocumentsRenameMutation($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      campaign {
        id
        name
      }
      userErrors {
        message
        field
      }
    }
  }
`

export const remove = graphql`
  mutation relayDocumentsDeleteMutation($input: DeleteLineItemInput!, $connections: [ID!]!) {
    deleteLineItem(input: $input) {
      deletedId @deleteEdge(connections: $connections)
      userErrors {
        message
        field
      }
    }
  }
`

export const batch = graphql`
  mutation relayDocumentsBatchMutation($input: BatchLineItemsInput!) {
    batchLineItems(input: $input) {
      lineItems {
        id
        name
      }
      userErrors {
        message
        field
      }
    }
  }
`

export const caught = graphql`
  query relayDocumentsCaughtQuery($campaign: ID!) {
    campaign(id: $campaign) {
      name
      lineItems(first: 1) @catch(to: RESULT) {
        nodes {
          name
        }
      }
    }
  }
`
