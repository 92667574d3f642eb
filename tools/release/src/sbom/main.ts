import { clone } from '@pas/stack/clone'
import { listProductionPackages } from '../licences/production-packages'
import { renderBillOfMaterials } from './bill-of-materials'

process.stdout.write(renderBillOfMaterials(listProductionPackages(clone), clone))
