import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from './client.ts'
import { Dashboard } from './dashboard.tsx'
import './dashboard.css'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ApolloProvider client={createClient()}>
      <Dashboard />
    </ApolloProvider>
  </StrictMode>,
)
