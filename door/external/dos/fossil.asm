; fossil.com: a small FOSSIL driver (revision 5) for COM1 of DOSBox, with idle calls that really idle.
; Ours, written from the FOSSIL level 5 document's function list; no code of X00, BNU or ADF.
;
;   FOSSIL /D nnnnn   dial 127.0.0.1:nnnnn on DOSBox's modem first (serial1=modem), then stay resident
;   FOSSIL /W         wait for one byte from the bridge (serial1=nullmodem usedtr:1), then stay resident
;   FOSSIL            stay resident
;   FOSSIL ... /C     also carry the text screen and the keys of a program that is no door (a set-up program)
;   FOSSIL /E         wait until the last bytes are out (the last line of a batch file)
;   FOSSIL /T         tell whether a FOSSIL answers (errorlevel 0) or not (1)
;
; INT 14h  functions 00h-1Bh, 7Eh, 7Fh for DX=0 to 3; the rest goes on to the BIOS
; INT 0Ch  the UART: receive ring 8 KB, transmit ring 4 KB; a full receive ring stops the UART, not the caller
; INT 16h, 21h, 28h, 2Fh/1680h, 15h/1000h: a program that only polls is halted until the next interrupt
        cpu 8086
        org 100h
BASE    equ 3F8h
RXSIZE  equ 8192
TXSIZE  equ 4096
POLLS   equ 48                  ; fruitless polls between two halts

begin:  jmp install

; ---------------------------------------------------------------- INT 14h
new14:  jmp short go14          ; 2 bytes
        nop
        nop
        nop
        nop
        dw 1954h                ; at offset 6: the signature
        db 1Bh                  ; the highest function
        db 0
go14:   cmp ah,7Eh
        je app
        cmp ah,7Fh
        je app
        cmp ah,1Bh
        ja old
        cmp dx,0FFh             ; "no port": the keyboard and screen functions only
        je noport
        cmp dx,3                ; DOSBox has one port: COM1 to COM4 are all ours, whatever the door was told
        jbe mine
        cmp ah,7                ; functions without a port: there DX is something else
        je mine
        cmp ah,0Dh
        je mine
        cmp ah,0Eh
        je mine
        cmp ah,11h
        jb old
        cmp ah,14h
        je old
        cmp ah,18h
        jb mine
old:    jmp far [cs:old14]
; FSC-0015: with port FFh a serial function does nothing.  It must not send to the caller: a local log-in uses it.
noport: cmp ah,4
        je mine
        cmp ah,7
        je mine
        cmp ah,0Dh
        je mine
        cmp ah,0Eh
        je mine
        cmp ah,1Bh
        je mine
        cmp ah,11h
        jb .no
        cmp ah,14h
        je .no
        cmp ah,18h
        jb mine
.no:    cmp ah,19h              ; all written
        jne .1
        mov ax,cx
        iret
.1:     cmp ah,0Ch
        jne .2
        mov ax,0FFFFh           ; nothing to read
        iret
.2:     cmp ah,0Bh
        jne .3
        mov ax,1
        iret
.3:     cmp ah,3
        ja .4
        cmp ah,2
        je .4
        mov ax,6088h            ; room, empty, "carrier"
        iret
.4:     xor ax,ax
        iret
app:    mov ax,1954h            ; no external applications
        mov bl,0
        mov bh,0
        iret

mine:   push bp
        push ds
        push si
        push bx
        push cs
        pop ds
        sti
        cld
        mov bl,ah
        xor bh,bh
        shl bx,1
        mov si,[table+bx]
        pop bx
        call si
        pop si
        pop ds
        pop bp
        iret

table   dw f_status, f_tx, f_rx, f_status, f_init, f_ok, f_dtr, f_tick
        dw f_flush, f_purgetx, f_purgerx, f_txnow, f_peek, f_key, f_keywait, f_flow
        dw f_ctl, f_setcur, f_getcur, f_ansi, f_ok, f_bios, f_timer, f_boot
        dw f_rxblk, f_txblk, f_ok, f_info

; 00h speed (locked at 115,200) and 03h status -> AX
f_status:
        call dcd                ; AL = 08h or 88h
        xor ah,ah
        push bx
        mov bx,[rxlen]
        or bx,bx
        jz .e
        or ah,1
        jmp .t
.e:     call idle
.t:     test byte [overrun],1
        jz .o
        or ah,2
        mov byte [overrun],0
.o:     mov bx,[txlen]
        cmp bx,TXSIZE-1
        jae .x
        or ah,20h
        or bx,bx
        jnz .x
        or ah,40h
.x:     pop bx
        ret

; 01h send AL, wait for room
f_tx:   push ax
.l:     pop ax
        push ax
        call put
        jnc .ok
        call dcd
        test al,80h
        jz .ok                  ; nobody there: let it fall
        hlt
        jmp .l
.ok:    pop ax
        jmp f_status

; 0Bh send AL if there is room
f_txnow:
        call put
        mov ax,1
        jnc .x
        dec ax
        call idle
.x:     ret

; 02h receive, wait
f_rx:   call get
        jnc .x
        call dcd
        test al,80h
        mov al,0
        jz .x                   ; hung up: nothing will ever come
        hlt
        jmp f_rx
.x:     xor ah,ah
        ret

; 0Ch look at the next byte
f_peek: mov ax,0FFFFh
        cmp word [rxlen],0
        je idle
        push bx
        mov bx,[rxtail]
        mov al,[rx+bx]
        xor ah,ah
        pop bx
        ret

; 04h begin
f_init: cmp dx,0FFh
        je .x
        mov al,1
        call f_dtr
.x:     mov ax,1954h
        mov bx,051Bh
        ret
f_ok:   xor ax,ax
        ret
; 06h DTR
f_dtr:  push dx
        push ax
        mov dx,BASE+4
        and al,1
        or al,0Ah
        out dx,al
        pop ax
        pop dx
        ret
; 07h timer
f_tick: mov al,1Ch
        mov ah,18
        mov dx,55
        ret
; 08h wait until all is sent
f_flush:
        push ax
.l:     cmp word [txlen],0
        je .x
        call dcd
        test al,80h
        jz .x
        hlt
        jmp .l
.x:     pop ax
        ret
f_purgetx:
        cli
        mov word [txlen],0
        push ax
        mov ax,[txhead]
        mov [txtail],ax
        pop ax
        sti
        ret
f_purgerx:
        cli
        mov word [rxlen],0
        push ax
        mov ax,[rxhead]
        mov [rxtail],ax
        pop ax
        call resume
        sti
        ret
; 0Dh key or FFFFh, 0Eh wait for a key
f_key:  mov ah,1
        int 16h
        mov ax,0FFFFh
        jz .x
        mov ah,1
        int 16h
.x:     ret
f_keywait:
.l:     mov ah,1
        int 16h
        jnz .k
        sti
        hlt
        jmp .l
.k:     xor ah,ah
        int 16h
        ret
f_flow: ret
; 10h Ctrl-C/K: AL bit 0 looks for them; AX = 1 when one came (bit 1, stop sending, is not done)
f_ctl:  mov [ctl],al
        xor ax,ax
        xchg al,[ctlc]
        ret
; 11h, 12h cursor
f_setcur:
        push ax
        push bx
        mov ah,2
        xor bh,bh
        int 10h
        pop bx
        pop ax
        ret
f_getcur:
        push ax
        push bx
        push cx
        mov ah,3
        xor bh,bh
        int 10h
        pop cx
        pop bx
        pop ax
        ret
; 13h, 15h write to the local screen
f_ansi: push ax                 ; through DOS, whose CON knows ANSI (DOSBox's DOS may be called from anywhere)
        push dx
        mov dl,al
        mov ah,2
        int 21h
        pop dx
        pop ax
        ret
f_bios: push ax
        push bx
        mov ah,0Eh
        mov bx,7
        int 10h
        pop bx
        pop ax
        ret
; 16h timer chain: four entries; AX = 0, or FFFFh (full, not there)
f_timer:
        push bx
        push cx
        push si
        mov si,es
        mov cx,4
        cmp al,1
        jne .del
        mov bx,user             ; a free place
.a:     cmp word [bx+2],0
        je .put
        add bx,4
        loop .a
        jmp .bad
.put:   cli
        mov [bx],dx
        mov [bx+2],si
        sti
        jmp .good
.del:   mov bx,user
.d:     cmp [bx],dx
        jne .n
        cmp [bx+2],si
        je .off
.n:     add bx,4
        loop .d
.bad:   mov ax,0FFFFh
        jmp .x
.off:   mov word [bx+2],0
.good:  xor ax,ax
.x:     pop si
        pop cx
        pop bx
        ret
f_boot: ret                     ; a door does not boot our machine
; 18h read a block: CX bytes to ES:DI -> AX
f_rxblk:
        push cx
        push di
        xor si,si
        jcxz .x
.l:     call get
        jc .x
        stosb
        inc si
        loop .l
.x:     mov ax,si
        or ax,ax
        jnz .y
        call idle
.y:     pop di
        pop cx
        ret
; 19h write a block: CX bytes from ES:DI -> AX
f_txblk:
        push cx
        push di
        xor si,si
        jcxz .x
.l:     mov al,[es:di]
        call put
        jc .x
        inc di
        inc si
        loop .l
.x:     mov ax,si
        or ax,ax
        jnz .y
        call idle
.y:     pop di
        pop cx
        ret
; 1Bh what we are: CX bytes at most to ES:DI -> AX
f_info: push cx
        push di
        push bx
        mov bx,RXSIZE
        mov [i_rx],bx
        sub bx,[rxlen]
        mov [i_rxfree],bx
        mov bx,TXSIZE
        sub bx,[txlen]
        mov [i_txfree],bx
        mov [i_id+2],cs
        cmp cx,19
        jbe .c
        mov cx,19
.c:     mov ax,cx
        mov si,info
        rep movsb
        pop bx
        pop di
        pop cx
        ret
info    dw 19
        db 5, 1
i_id    dw name, 0
i_rx    dw RXSIZE
i_rxfree dw 0
        dw TXSIZE
i_txfree dw 0
        db 80, 25
        db 23h                  ; 115,200 8N1 does not exist there: 38,400 is what level 5 can say
name    db 'The Door FOSSIL 1', 0

; ---------------------------------------------------------------- rings
dcd:    push dx                 ; -> AL: bit 7 carrier, bit 3 always
        mov dx,BASE+6
        in al,dx
        cmp byte [usedsr],0
        je .c
        shl al,1                ; DSR (bit 5) in place of DCD: nullmodem never drops DCD
        shl al,1
.c:     and al,80h
        or al,8
        pop dx
        ret
; put: AL into the transmit ring, CF when full.  Starts the UART.
put:
        push bx
        push dx
        cli
        cmp word [txlen],TXSIZE-1
        jae .full
        mov bx,[txhead]
        mov [tx+bx],al
        inc bx
        and bx,TXSIZE-1
        mov [txhead],bx
        inc word [txlen]
        mov word [polls],0
        test byte [ier],2
        jnz .on
        or byte [ier],2
        mov al,[ier]
        mov dx,BASE+1
        out dx,al
.on:    sti
        pop dx
        pop bx
        clc
        ret
.full:  sti
        pop dx
        pop bx
        stc
        ret
; get: AL from the receive ring, CF when empty
get:    push bx
        cli
        cmp word [rxlen],0
        je .no
        mov bx,[rxtail]
        mov al,[rx+bx]
        inc bx
        and bx,RXSIZE-1
        mov [rxtail],bx
        dec word [rxlen]
        mov word [polls],0
        call resume
        sti
        pop bx
        clc
        ret
.no:    sti
        pop bx
        stc
        ret
resume: test byte [ier],1       ; let the UART interrupt again when there is room
        jnz .x
        cmp word [rxlen],RXSIZE/2
        ja .x
        push ax
        push dx
        or byte [ier],1
        mov al,[ier]
        mov dx,BASE+1
        out dx,al
        pop dx
        pop ax
.x:     ret

; ---------------------------------------------------------------- INT 0Ch
isr:    push ax
        push bx
        push cx
        push dx
        push ds
        push cs
        pop ds
.again: mov dx,BASE+2
        in al,dx
        test al,1
        jnz .end
        and al,6
        cmp al,2
        je .send
        cmp al,0
        je .msr
.recv:  mov dx,BASE+5           ; 4 data, 6 line status
        in al,dx
        test al,2
        jz .r1
        mov byte [overrun],1
.r1:    test al,1
        jz .again
        cmp word [rxlen],RXSIZE-1
        jae .stop
        mov dx,BASE
        in al,dx
        test byte [ctl],1
        jz .r2
        cmp al,3
        je .r3
        cmp al,0Bh
        jne .r2
.r3:    mov byte [ctlc],1
        jmp .recv
.r2:    mov bx,[rxhead]
        mov [rx+bx],al
        inc bx
        and bx,RXSIZE-1
        mov [rxhead],bx
        inc word [rxlen]
        jmp .recv
.stop:  and byte [ier],0FEh     ; full: leave it in the UART, whose own queue then stops the socket
        mov al,[ier]
        mov dx,BASE+1
        out dx,al
        jmp .again
.msr:   mov dx,BASE+6
        in al,dx
        jmp .again
.send:  mov cx,16
.s1:    cmp word [txlen],0
        je .dry
        mov bx,[txtail]
        mov al,[tx+bx]
        inc bx
        and bx,TXSIZE-1
        mov [txtail],bx
        dec word [txlen]
        mov dx,BASE
        out dx,al
        loop .s1
        jmp .again
.dry:   and byte [ier],0FDh
        mov al,[ier]
        mov dx,BASE+1
        out dx,al
        jmp .again
.end:   mov al,20h
        out 20h,al
        pop ds
        pop dx
        pop cx
        pop bx
        pop ax
        iret

; ---------------------------------------------------------------- idling
idle:   inc word [cs:polls]
        cmp word [cs:polls],POLLS
        jb .x
        mov word [cs:polls],0
        sti
        hlt
.x:     ret

new16:  cmp ah,1
        je .p
        cmp ah,11h
        je .p
        cmp ah,0
        je .w
        cmp ah,10h
        je .w
.o:     jmp far [cs:old16]
.p:     pushf
        call far [cs:old16]
        pushf
        jnz .k
        call idle
        popf
        retf 2
.k:     popf
        retf 2
.w:     mov [cs:ah16],ah        ; wait for a key: DOSBox would spin
        push ax
.l:     mov ah,[cs:ah16]
        inc ah
        pushf
        call far [cs:old16]
        jnz .g
        sti
        hlt
        jmp .l
.g:     pop ax
        jmp .o

new21:  cmp ah,5Ch              ; record locks: DOSBox says "no such function"; one caller at a time needs none
        je .lock
        cmp ah,3Dh
        je .open
        cmp ah,40h
        je .write
        cmp ah,68h
        je .write
        cmp ah,0Bh
        je .i
        cmp ah,2Ch              ; the time: a program that waits asks for it
        je .i
        cmp ah,6
        jne .o
        cmp dl,0FFh
        jne .o
.i:     call idle
.o:     jmp far [cs:old21]
.write: pushf                   ; DOSBox keeps written bytes in its own buffer, also after "commit" (68h): a seek by nothing
        call far [cs:old21]     ; sends them to the machine, so that a killed DOSBox loses no record
        pushf
        push ax
        push cx
        push dx
        cmp bx,4                ; not the standard handles
        jbe .w
        mov ax,4201h
        xor cx,cx
        xor dx,dx
        pushf
        call far [cs:old21]
.w:     pop dx
        pop cx
        pop ax
        popf
        sti
        retf 2
.open:  push ax                 ; access mode 4 (LORD 4.07 opens itself so): DOSBox knows 0-2 only
        and al,0Fh
        cmp al,4
        pop ax
        jne .o
        and al,0F0h
        jmp .o
.lock:  cmp al,1
        ja .o
        xor ax,ax
        sti
        clc
        retf 2

; ---------------------------------------------------------------- Turbo Pascal's Delay
; At a tick we look where the program is.  In the inner loop of CRT's Delay (and not in CRT's own measuring of the machine)
; a) the loops per millisecond are put right: programs patched against "error 200" have 65,535 there, so that each
;    wait takes 30 times as long at our speed;  b) whole ticks that are still to wait are halted, not burnt;
; c) the program's Delay, in memory, gets our own wait from then on, since many short ones would burn as much.
new08:  pushf
        call far [cs:old08]
        push bp
        mov bp,sp               ; +2 IP, +4 CS, +6 flags, +8 where the inner loop returns to
        push ax                 ; -2
        push bx
        push cx                 ; -6: the milliseconds left
        push si
        push di
        push ds                 ; -12
        push es
        cld
        push cs
        pop es
        mov ds,[bp+4]
        xor bx,bx
.try:   mov al,[cs:steps+bx]
        cbw
        or ax,ax
        js .no
        inc bx
        mov si,[bp+2]
        sub si,ax
        mov di,dloop
        mov cx,7
        repe cmpsw
        jne .try
        lea ax,[si-14-5]        ; the LOOP behind Delay's CALL stands right before the inner loop
        cmp ax,[bp+8]
        jne .no
        cmp byte [si-14-5],0E2h
        jne .no
        cmp word [si-14-3],2CAh ; RETF 2
        jne .no
        mov cx,[cs:perms]
        cmp byte [si-14-13],0A1h ; MOV AX,[loops per millisecond]; XOR DX,DX
        jne .idle
        cmp word [si-14-10],0D233h
        jne .idle
        mov bx,[si-14-12]
        cmp byte [si-14-8],0E8h ; CALL inner: from the next Delay on, its loop is our wait, INT F2h; JMP to its end
        jne .rate
        mov word [si-14-13],0F2CDh
        mov word [si-14-11],06EBh
.rate:  mov ds,[bp-12]
        mov ax,[bx]
        shr ax,1
        cmp ax,cx
        jbe .idle
        mov [bx],cx
        cmp [bp-2],cx
        jbe .idle
        mov [bp-2],cx
.idle:  mov ax,40h
        mov ds,ax
.more:  cmp word [bp-6],60
        jb .no
        mov ax,[6Ch]
.w:     sti
        hlt
        cmp ax,[6Ch]
        je .w
        sub word [bp-6],55
        jmp .more
.no:    pop es
        pop ds
        pop di
        pop si
        pop cx
        pop bx
        pop ax
        pop bp
        iret
; INT F2h: wait CX milliseconds, by whole ticks.  What a wait was too long is taken off the next ones.
newf2:  sti
        push ax
        push ds
        mov ax,40h
        mov ds,ax
        sub cx,[cs:credit]
        jbe .x
.tick:  mov ax,[6Ch]
.w:     hlt
        cmp ax,[6Ch]
        je .w
        sub cx,55
        ja .tick
.x:     neg cx
        mov [cs:credit],cx
        pop ds
        pop ax
        iret
steps   db 0,3,6,8,11,-1
dloop   db 2Dh,1,0,83h,0DAh,0,72h,5,26h,3Ah,1Dh,74h,0F3h,0C3h

new28:  sti
        hlt
        jmp far [cs:old28]

new2f:  cmp ax,1000h            ; is SHARE there?  (see 5Ch)
        je .share
        cmp ax,1680h
        jne .o
        sti
        hlt
        xor al,al
        iret
.share: mov al,0FFh
        iret
.o:     jmp far [cs:old2f]

new15:  cmp ax,1000h            ; DESQview: give up the rest of this slice
        jne .o
        sti
        hlt
        iret
.o:     jmp far [cs:old15]

new1c:  cmp byte [cs:console],0
        je .u
        call con
.u:     push ax
        push bx
        push cx
        push dx
        push si
        push di
        push bp
        push ds
        push es
        mov bx,user
.c:     cmp word [cs:bx+2],0
        je .n
        push bx
        sti
        call far [cs:bx]
        pop bx
.n:     add bx,4
        cmp bx,user+16
        jb .c
        pop es
        pop ds
        pop bp
        pop di
        pop si
        pop dx
        pop cx
        pop bx
        pop ax
.o:     jmp far [cs:old1c]


; ---------------------------------------------------------------- the console: screen out, keys in, 18 times a second
con:    push ax
        push bx
        push cx
        push dx
        push si
        push di
        push bp
        push ds
        push es
        push cs
        pop ds
        cld
        call keys
        call screen
        pop es
        pop ds
        pop bp
        pop di
        pop si
        pop dx
        pop cx
        pop bx
        pop ax
        ret

keys:   cmp word [rxlen],0
        jne .some
        cmp byte [kst],1        ; an Esc that nothing followed
        jne .ret
        inc byte [kwait]
        cmp byte [kwait],3
        jb .ret
        mov byte [kst],0
        mov cx,011Bh
        jmp stuff
.ret:   ret
.some:  mov ax,40h
        mov es,ax
        mov ax,[es:1Ch]
        sub ax,[es:1Ah]
        jns .p
        add ax,32
.p:     cmp ax,24
        ja .ret
        call get
        mov bl,[kst]
        cmp bl,0
        je .plain
        cmp bl,1
        je .esc
        cmp bl,3
        je .ss3
        cmp al,'0'              ; 2: after ESC [
        jb .fin
        cmp al,'9'
        ja .fin
        sub al,'0'
        mov ah,[knum]
        mov bl,ah
        shl ah,1
        shl ah,1
        add ah,bl
        shl ah,1
        add al,ah
        mov [knum],al
        jmp keys
.fin:   mov byte [kst],0
        cmp al,'~'
        je .tilde
        mov si,finals
        jmp .find
.tilde: mov al,[knum]
        mov si,numbers
        jmp .find
.ss3:   mov byte [kst],0
        mov si,finals
.find:  mov ah,[si]
        inc si
        or ah,ah
        jz keys
        cmp ah,al
        je .hit
        inc si
        jmp .find
.hit:   mov ch,[si]
        mov cl,0
        call stuff
        jmp keys
.esc:   cmp al,'['
        je .csi
        cmp al,'O'
        je .o
        mov byte [kst],0        ; Esc, then a plain key
        push ax
        mov cx,011Bh
        call stuff
        pop ax
        jmp .plain
.csi:   mov byte [kst],2
        mov byte [knum],0
        jmp keys
.o:     mov byte [kst],3
        jmp keys
.plain: cmp al,1Bh
        jne .1
        mov byte [kst],1
        mov byte [kwait],0
        jmp keys
.1:     mov cl,al
        mov ch,1Eh
        cmp al,13
        jne .2
        mov ch,1Ch
.2:     cmp al,7Fh
        je .bs
        cmp al,8
        jne .3
.bs:    mov cx,0E08h
.3:     cmp al,9
        jne .4
        mov ch,0Fh
.4:     cmp al,' '
        jne .5
        mov ch,39h
.5:     call stuff
        jmp keys
stuff:  mov ah,5
        pushf
        call far [old16]
        ret
finals  db 'A',48h,'B',50h,'C',4Dh,'D',4Bh,'H',47h,'F',4Fh,'P',3Bh,'Q',3Ch,'R',3Dh,'S',3Eh,'L',52h,'Z',0Fh,0
numbers db 1,47h,2,52h,3,53h,4,4Fh,5,49h,6,51h,11,3Bh,12,3Ch,13,3Dh,14,3Eh,15,3Fh,17,40h,18,41h,19,42h,20,43h,21,44h,23,85h,24,86h,0

screen: mov ax,40h
        mov es,ax
        mov ax,0B800h
        cmp byte [es:49h],7
        jne .m
        mov ax,0B000h
        jmp .ok
.m:     cmp byte [es:49h],3
        jbe .ok
        ret                     ; graphics
.ok:    mov si,[es:4Eh]         ; where the page starts
        mov dx,[es:50h]         ; the cursor
        mov [cur],dx
        mov es,ax
        xor di,di
        xor dx,dx               ; DH row, DL column
.cell:  mov ax,[es:si]
        cmp ax,[shadow+di]
        je .next
        cmp word [txlen],TXSIZE-64
        ja .out                 ; the line is full: the rest next time
        mov [shadow+di],ax
        cmp dx,[atpos]
        je .here
        call goto_
.here:  cmp ah,[attr]
        je .same
        call colour
.same:  call glyph
        call put
        inc dl
        mov [atpos],dx
        dec dl
        cmp dl,79
        jne .next
        mov byte [atpos],0FFh      ; at the edge nobody knows
.next:  add si,2
        add di,2
        inc dl
        cmp dl,80
        jb .cell
        xor dl,dl
        inc dh
        cmp dh,25
        jb .cell
.out:   mov dx,[cur]
        cmp dx,[atpos]
        je .x
        cmp word [txlen],TXSIZE-64
        ja .x
        call goto_
        mov [atpos],dx
.x:     ret
goto_:  push ax
        call csi
        mov al,dh
        inc al
        call num
        mov al,';'
        call put
        mov al,dl
        inc al
        call num
        mov al,'H'
        call put
        pop ax
        ret
csi:    mov al,1Bh
        call put
        mov al,'['
        jmp put
num:    xor ah,ah
        mov bl,10
        div bl
        push ax
        or al,al
        jz .u
        add al,'0'
        call put
.u:     pop ax
        mov al,ah
        add al,'0'
        jmp put
colour: push ax
        mov [attr],ah
        call csi
        mov al,'0'
        call put
        mov ah,[attr]
        test ah,8
        jz .b
        mov al,';'
        call put
        mov al,'1'
        call put
.b:     mov al,';'
        call put
        mov al,'3'
        call put
        mov al,[attr]
        call .rgb
        mov al,';'
        call put
        mov al,'4'
        call put
        mov al,[attr]
        mov cl,4
        shr al,cl
        call .rgb
        mov al,'m'
        call put
        pop ax
        ret
.rgb:   and al,7
        mov bl,al
        xor bh,bh
        mov al,[rgb+bx]
        jmp put
rgb     db '04261537'
glyph:  cmp al,20h
        jae .7f
        push bx
        mov bl,al
        xor bh,bh
        mov al,[low32+bx]
        pop bx
        ret
.7f:    cmp al,7Fh
        jne .x
        mov al,'^'
.x:     ret
low32   db ' ',2Ah,2Ah,'*','*','*','*',0F9h,0FEh,'o',0FEh,'M','F','d','M','*'
        db '>','<',0B3h,'!',0B6h,'S','_',0B3h,'^','v','>','<','L',0CDh,'^','v'

; ---------------------------------------------------------------- data
old14   dd 0
old0c   dd 0
old16   dd 0
old21   dd 0
old28   dd 0
old2f   dd 0
old15   dd 0
old1c   dd 0
old08   dd 0
perms   dw 0
credit  dw 0
user    dd 0,0,0,0
ctl     db 0
ctlc    db 0
polls   dw 0
rxhead  dw 0
rxtail  dw 0
rxlen   dw 0
txhead  dw 0
txtail  dw 0
txlen   dw 0
ier     db 0
overrun db 0
ah16    db 0
usedsr  db 0
console db 0
kst     db 0
kwait   db 0
knum    db 0
attr    db 0
cur     dw 0
atpos   dw 0FFFFh
        align 16
rx      equ $
tx      equ rx+RXSIZE
shadow  equ tx+TXSIZE
resident equ shadow+4000

; ---------------------------------------------------------------- installing (overlaid by the rings)
install:
        mov si,81h
.arg:   lodsb
        cmp al,13
        je .go
        cmp al,'/'
        jne .arg
        lodsb
        cmp al,'T'
        je tell
        cmp al,'E'
        je last_
        cmp al,'C'
        jne .w
        mov byte [console],1
        jmp .arg
.w:     cmp al,'W'
        jne .d
        mov byte [usedsr],1
        mov byte [wait1],1
        jmp .arg
.d:     cmp al,'D'
        jne .arg
        mov byte [dial],1
        lodsb                   ; the blank
        mov di,number
        mov cx,5
        rep movsb
        jmp .arg
.go:
        ; the UART: 115,200 8N1, FIFO 16, DTR RTS OUT2
        mov dx,BASE+1
        xor al,al
        out dx,al
        mov dx,BASE+3
        mov al,80h
        out dx,al
        mov dx,BASE
        mov al,1
        out dx,al
        inc dx
        xor al,al
        out dx,al
        mov dx,BASE+3
        mov al,3
        out dx,al
        mov dx,BASE+2
        mov al,0C7h
        out dx,al
        mov dx,BASE+4
        mov al,0Bh
        out dx,al
        cmp byte [dial],0
        je nodial
        mov si,at1
        call say
        mov cx,4
        call pause
        call drain
        mov si,at2
        call say
        mov cx,91               ; five seconds for the carrier
.c:     mov dx,BASE+6
        in al,dx
        test al,80h
        jnz .up
        hlt
        loop .c
        mov dx,m_nocar
        jmp fail
.up:    call drain
nodial: cmp byte [wait1],0
        je ready
        mov cx,91
.c:     mov dx,BASE+5
        in al,dx
        test al,1
        jnz .up
        hlt
        loop .c
        mov dx,m_nocar
        jmp fail
.up:    mov dx,BASE
        in al,dx
ready:  push cs
        pop es
        mov di,shadow
        mov cx,2000
        mov ax,0FFFFh
        cld
        rep stosw
%macro  hook 3
        mov ax,3500h+%1
        int 21h
        mov [%2],bx
        mov [%2+2],es
        mov ax,2500h+%1
        mov dx,%3
        int 21h
%endmacro
        mov ax,40h              ; how many loops a millisecond has, by the same loop as Turbo Pascal's
        mov es,ax
        mov di,6Ch
        mov bl,[es:di]
.t1:    cmp bl,[es:di]
        je .t1
        mov bl,[es:di]
        mov ax,-28
        cwd
        call mloop
        not ax
        not dx
        mov cx,55
        cmp dx,cx
        jb .t2
        mov ax,0FFFFh
        jmp .t3
.t2:    div cx
.t3:    mov [perms],ax
        mov ax,25F2h
        mov dx,newf2
        int 21h
        hook 08h,old08,new08
        hook 14h,old14,new14
        hook 0Ch,old0c,isr
        hook 16h,old16,new16
        hook 28h,old28,new28
        hook 2Fh,old2f,new2f
        hook 15h,old15,new15
        hook 1Ch,old1c,new1c
        hook 21h,old21,new21
        mov byte [ier],1
        mov dx,BASE+1
        mov al,1
        out dx,al
        in al,21h
        and al,0EFh
        out 21h,al
        mov es,[2Ch]            ; the environment is not needed
        mov ah,49h
        int 21h
        mov dx,(resident-begin+100h+15)/16
        mov cl,0
        mov ax,3100h
        int 21h
mloop:  sub ax,1
        sbb dx,0
        jc .x
        cmp bl,[es:di]
        je mloop
.x:     ret
tell:   xor ax,ax
        mov es,ax
        les bx,[es:14h*4]
        cmp word [es:bx+6],1954h
        mov ax,4C00h
        je .x
        inc ax
.x:     int 21h
last_:  mov ah,8                ; flush our ring, if we are there
        xor dx,dx
        int 14h
        mov cx,6                ; then the UART, the modem and the socket
        call pause
        mov ax,4C00h
        int 21h
fail:   mov ah,9
        int 21h
        mov ax,4C01h
        int 21h
say:    lodsb
        or al,al
        jz .x
        mov ah,al
        mov dx,BASE+5
.w:     in al,dx
        test al,20h
        jz .w
        mov al,ah
        mov dx,BASE
        out dx,al
        jmp say
.x:     ret
pause:  hlt
        loop pause
        ret
drain:  mov dx,BASE+5
        in al,dx
        test al,1
        jz .x
        mov dx,BASE
        in al,dx
        jmp drain
.x:     ret
dial    db 0
wait1   db 0
at1     db 'ATE0Q1S2=1',13,'ATNET1',13,0  ; no echo, no words; telnet: IAC GA every half second keeps "+++" asleep
at2     db 'ATDT127.0.0.1:'
number  db '     ',13,0
m_nocar db 'FOSSIL: no connection to the board.',13,10,'$'
