import { sweep } from '#e2e/support/sweep.ts'

sweep('en')
