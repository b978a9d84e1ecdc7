import { sweep } from './sweep.ts'

sweep('el')
