import 'graphiql/setup-workers/vite'
import '@graphiql/react/style.css'
import '@graphiql/plugin-doc-explorer/style.css'
import '@graphiql/plugin-history/style.css'
import '@graphiql/plugin-explorer/style.css'
import 'graphiql/graphiql.css'
import './style.css'
import { createRoot } from 'react-dom/client'
import { Workbench } from './workbench.tsx'

createRoot(document.getElementById('root')!).render(<Workbench />)
