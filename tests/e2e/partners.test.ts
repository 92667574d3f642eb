// The same services for all. The commands come first: they hear of each email of the account.
import './documents'
import './client-libraries'
import './partner'
import './embed'
