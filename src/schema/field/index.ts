// The field methods of this graph. Each takes a type and an endpoint once and sets the arguments, nullability, cost and
// resolver of the field. They are added to the field builder of Pothos, so import this before every file that declares
// fields.
import './by-id.ts'
import './children.ts'
import './columns.ts'
import './list.ts'
import './match.ts'
import './reference.ts'
import './single.ts'
import './whole.ts'
