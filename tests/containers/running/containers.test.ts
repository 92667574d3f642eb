// One stack for all of them, in this order.
import './images'
import './previews'
import './people'
import './networks'
import './telemetry'
import './memory'
import './scaling'
import './backup'
