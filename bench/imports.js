// The lower bound of Adgraph's start: imports Yoga and Pothos, and answers every request with nothing.
import { createServer } from 'node:http'
import '@pothos/core'
import 'graphql-yoga'

createServer((_request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1')
