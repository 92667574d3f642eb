"""An off-screen web view with its own web process, data store and network session."""

from gi.repository import Gdk, Gtk, WebKit2

# Name of the isolated world of our scripts, in which the document cannot replace the functions we call.
WORLD = 'pas'

# WebKit features that move or defer content, keep data, or send requests that the document does not need. Names that
# the installed version does not know are skipped.
FEATURES_OFF = (
    # An image that is decoded or loaded later would be missing from the picture.
    'AnimatedImageAsyncDecoding',
    'LargeImageAsyncDecoding',
    'LazyIframeLoading',
    'LazyImageLoading',
    'AsyncFrameScrolling',
    'AsyncOverflowScrolling',
    'ThreadedScrolling',
    'BeaconAPI',
    'DownloadAttribute',
    'LinkDNSPrefetch',
    'LinkPreconnect',
    'LinkPrefetch',
    'LocalStorage',
    'MediaDataLoadsAutomatically',
    'ServiceWorkers',
    'SharedWorker',
    'WebSocket',
)

# No caret and no scroll bar.
STYLE = """
::-webkit-scrollbar { display: none !important }
* { caret-color: transparent !important; scrollbar-width: none !important }
"""


def features_by_name():
    features = WebKit2.Settings.get_all_features()
    every = (features.get(index) for index in range(features.get_length()))
    return {feature.get_identifier(): feature for feature in every}


class OffscreenView:
    """Shows one document. All its requests go to the asset origin's proxy, also those for loopback addresses."""

    def __init__(self, options):
        self.options = options
        self.allowed_url = 'about:blank'
        self.expect_nothing()
        self.is_alive = True
        self.web_view = self.create()
        self.window = Gtk.OffscreenWindow()
        self.window.add(self.web_view)
        self.window.show_all()

    def create(self):
        store = WebKit2.WebsiteDataManager.new_ephemeral()
        proxy = WebKit2.NetworkProxySettings.new(self.options['proxyUrl'], None)
        store.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxy)
        context = WebKit2.WebContext.new_with_website_data_manager(store)
        context.set_cache_model(WebKit2.CacheModel.DOCUMENT_VIEWER)
        context.set_spell_checking_enabled(False)
        context.connect('download-started', lambda _context, download: download.cancel())
        if self.options['isSandboxed']:
            context.set_sandbox_enabled(True)
            for folder in self.options['fontFolders']:
                context.add_path_to_sandbox(folder, True)
        content = WebKit2.UserContentManager()
        content.add_style_sheet(
            WebKit2.UserStyleSheet.new(
                STYLE,
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserStyleLevel.USER,
                None,
                None,
            )
        )
        view = WebKit2.WebView(
            web_context=context,
            user_content_manager=content,
            settings=self.create_settings(),
            website_policies=WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.DENY),
        )
        view.connect('load-changed', self.handle_load)
        view.connect('load-failed', self.handle_failure)
        view.connect('decide-policy', self.decide)
        view.connect('web-process-terminated', self.handle_end)
        view.connect('create', lambda *_: None)
        view.connect('permission-request', lambda _view, request: request.deny() or True)
        view.connect('context-menu', lambda *_: True)
        view.connect('script-dialog', lambda *_: True)
        view.connect('print', lambda *_: True)
        return view

    def create_settings(self):
        settings = WebKit2.Settings(
            # Off while the document loads, so that no script runs and `<noscript>` is shown; `call` turns it on for
            # our own script afterwards.
            enable_javascript=False,
            enable_javascript_markup=False,
            hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
            javascript_can_open_windows_automatically=False,
            allow_modal_dialogs=False,
            enable_back_forward_navigation_gestures=False,
            enable_dns_prefetching=False,
            enable_fullscreen=False,
            enable_html5_database=False,
            enable_html5_local_storage=False,
            enable_media=False,
            enable_media_stream=False,
            enable_mediasource=False,
            enable_page_cache=False,
            enable_site_specific_quirks=False,
            enable_smooth_scrolling=False,
            enable_webaudio=False,
            enable_webgl=False,
            enable_webrtc=False,
            media_playback_requires_user_gesture=True,
        )
        known = features_by_name()
        for name in FEATURES_OFF:
            if name in known:
                settings.set_feature_enabled(known[name], False)
        return settings

    def start(self, on_ready):
        """Starts the web process with an empty document, then calls `on_ready`; `is_alive` is False if it has ended."""

        def settle(_reason=None):
            self.expect_nothing()
            on_ready(self)

        self.on_loaded = self.on_failed = settle
        self.web_view.load_html('', None)

    def load(self, url, width, height, on_loaded, on_failed):
        """Loads a document; lengths in CSS pixels. Calls one of the two callbacks, or neither when the load hangs."""
        self.resize(width, height)
        # A hidden page is not painted before its snapshot. So animated images, which start when first painted, stay on
        # their first frame, and the document loads faster.
        self.window.hide()
        self.allowed_url = url
        self.on_loaded = on_loaded
        self.on_failed = on_failed
        self.web_view.load_uri(url)

    def call(self, script, on_result):
        """Runs our script in the document, as the body of an async function in an isolated world.

        `on_result` is a GAsyncReadyCallback.
        """
        self.on_loaded = None
        self.web_view.get_settings().set_enable_javascript(True)
        self.web_view.call_async_javascript_function(script, -1, None, WORLD, None, None, on_result)

    def resize(self, width, height):
        self.window.set_default_size(width, height)
        self.web_view.set_size_request(width, height)
        area = Gdk.Rectangle()
        area.width, area.height = width, height
        # Resize now: GTK would do it at its next layout, and the document must not load in another size.
        self.window.size_allocate(area)

    def close(self):
        self.is_alive = False
        self.expect_nothing()
        self.web_view.terminate_web_process()
        self.window.destroy()

    def expect_nothing(self):
        """Ignores all events from now on, until `start` or `load` sets its callbacks."""
        self.on_loaded = None
        self.on_failed = lambda _reason: None

    def handle_load(self, _view, event):
        if event == WebKit2.LoadEvent.FINISHED and self.on_loaded:
            on_loaded, self.on_loaded = self.on_loaded, None
            on_loaded()

    def handle_failure(self, _view, _event, _url, error):
        # A navigation that `decide` refused is no failure of the document.
        if not error.matches(WebKit2.policy_error_quark(), WebKit2.PolicyError.FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE):
            self.on_loaded = None
            self.on_failed('the document was not loaded')
        return True

    def handle_end(self, _view, _reason):
        self.is_alive = False
        self.on_failed('the web process ended')

    def decide(self, _view, decision, kind):
        """Allows the one navigation to the document; refuses all others, frames' documents and new windows."""
        if kind == WebKit2.PolicyDecisionType.NAVIGATION_ACTION:
            is_first = decision.get_navigation_action().get_request().get_uri() == self.allowed_url
            if is_first:
                self.allowed_url = None
                decision.use()
            else:
                decision.ignore()
        elif kind == WebKit2.PolicyDecisionType.RESPONSE and decision.is_main_frame_main_resource():
            decision.use()
        elif kind == WebKit2.PolicyDecisionType.RESPONSE:
            return False
        else:
            decision.ignore()
        return True
