// One stage for all. Last come those after which the API holds most memory.
import './network'
import './active-content'
import './assets-and-isolation'
import './sizes-and-texts'
import './advisories'
import './messages'
import './request-bodies'
import './heavy-emails'
