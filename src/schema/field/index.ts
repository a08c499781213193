// The field methods of this graph: each takes an endpoint once, and gives the field its type, arguments, nullability,
// cost and resolver. They are added to Pothos' field builder, so this comes before every file that declares fields.
import './by-id.ts'
import './children.ts'
import './list.ts'
import './reference.ts'
import './whole.ts'
