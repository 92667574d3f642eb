import path from 'node:path'
import { listProductionPackages } from '../licences/production-packages'
import { renderBillOfMaterials } from './bill-of-materials'

// Compiled or not, this file lies three folders below the clone.
const clone = path.resolve(__dirname, '../../..')
process.stdout.write(renderBillOfMaterials(listProductionPackages(clone), clone))
