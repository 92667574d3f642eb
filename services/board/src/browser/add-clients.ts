/*
 * The script of the page on which an email gets more email clients. The page works without it.
 */
import { startClientsField } from './parts/clients-field'
import { byId } from './parts/dom'

startClientsField(byId<HTMLFormElement>('add-clients'))
